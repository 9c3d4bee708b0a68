package io.penstock.target.mysql;

import static io.penstock.target.mysql.Quoting.identifier;

import io.penstock.model.Column;
import io.penstock.model.Product;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableDefinition.ColumnDetails;
import io.penstock.model.TableDefinition.Constraint;
import io.penstock.model.TableDefinition.ConstraintKind;
import io.penstock.model.TableName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Statements that make a table, and parts of statements that change one.
 */
final class TableDdl {
    private static final ColumnDetails PLAIN = new ColumnDetails(false, null, null, null, null);
    /** Shared by the columns of a key whose length has to be chosen; what other columns of it take is far less. */
    private static final int CHOSEN_KEY_BYTES = TypeMapping.MOST_KEY_BYTES - 272;
    /** Each column of a table that has many may take that much; what would be longer is stored apart. */
    private static final int ROW_BYTES = 60_000;

    private final TableDefinition table;
    private final TableName name;
    private final TypeMapping types;

    /** @param name on the target */
    TableDdl(TableDefinition table, TableName name, TypeMapping types) {
        this.table = table;
        this.name = name;
        this.types = types;
    }

    static ColumnDetails details(TableDefinition table, String column) {
        return table.details().getOrDefault(column, PLAIN);
    }

    /** Columns whose values the source sends. */
    static List<Column> written(TableDefinition table) {
        return table.schema().columns().stream()
                .filter(column -> details(table, column.name()).generated() == null)
                .toList();
    }

    /** The database first, then the table. */
    List<String> create() {
        List<String> lines = new ArrayList<>();
        for (Column column : table.schema().columns()) {
            lines.add(column(column));
        }
        List<String> primary = primaryKey();
        if (!primary.isEmpty()) {
            lines.add("PRIMARY KEY (" + Quoting.identifiers(primary) + ")");
        }
        uniqueKeys()
                .forEach((key, columns) ->
                        lines.add("UNIQUE KEY " + identifier(key) + " (" + Quoting.identifiers(columns) + ")"));
        return List.of(
                "CREATE DATABASE IF NOT EXISTS " + identifier(name.schema()) + " CHARACTER SET utf8mb4",
                "CREATE TABLE IF NOT EXISTS " + Quoting.name(name) + " (\n  " + String.join(",\n  ", lines)
                        + "\n) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE "
                        + types.server().exactCollation());
    }

    private boolean isOwnFamily() {
        return table.schema().product() != Product.POSTGRESQL;
    }

    /** The column with its type and what rows without it have. */
    String column(Column column) {
        ColumnDetails details = details(table, column.name());
        StringBuilder sql =
                new StringBuilder(identifier(column.name())).append(' ').append(type(column));
        if (details.generated() != null) {
            return sql.append(" AS (")
                    .append(expression(column, details.generated()))
                    .append(") STORED")
                    .toString();
        }
        boolean key = primaryKey().contains(column.name());
        sql.append(details.notNull() || key ? " NOT NULL" : " NULL");
        return sql.toString();
    }

    private String expression(Column column, String generated) {
        if (isOwnFamily()) {
            return generated;
        }
        return GeneratedExpression.translated(generated, this::isNumber)
                .orElseThrow(() -> Refusal.of(
                        "The column " + table.name() + "." + column.name() + " is computed on the source as "
                                + generated
                                + ", and PostgreSQL sends no values of it; what that is on MySQL and MariaDB is not known",
                        "make the table on the target, with an expression of yours or without the column"));
    }

    private boolean isNumber(String name) {
        int index = table.schema().indexOf(name);
        if (index < 0) {
            return false;
        }
        return Set.of("smallint", "integer", "bigint", "numeric", "boolean")
                .contains(source(table.schema().columns().get(index)).name());
    }

    /** As {@link #column}; rows that are there already get what the source gives them. */
    String addedColumn(Column column) {
        ColumnDetails details = details(table, column.name());
        if (details.missingValue() == null) {
            return column(column);
        }
        StringBuilder value = new StringBuilder();
        SourceType source = source(column);
        ValueForms.of(source, typed(column)).append(details.missingValue(), value);
        return column(column) + " DEFAULT (" + value + ")";
    }

    /** The column as the target will have it, as far as its kind goes. */
    private TargetColumn typed(Column column) {
        String type = type(column);
        String dataType = type.replaceAll("[ (].*", "");
        int scale =
                dataType.equals("decimal") ? Integer.parseInt(type.replaceAll("^decimal\\(\\d+,(\\d+)\\).*", "$1")) : 6;
        return new TargetColumn(column.name(), dataType, type, -1, -1, scale, true, false, false, null);
    }

    String type(Column column) {
        String collation = isOwnFamily() ? details(table, column.name()).collation() : null;
        SourceType source = source(column);
        String type = types.type(source, keyBytes(column.name()), collation);
        boolean wide = type.startsWith("varchar") && keyBytes(column.name()) == 0 && isWide();
        return wide && !isOwnFamily() ? type.replaceFirst("^varchar\\(\\d+\\)", "longtext") : type;
    }

    private SourceType source(Column column) {
        return SourceType.of(table.schema().product(), column.type(), table.types());
    }

    /** Whether its columns' greatest lengths together are more than a row may have. */
    private boolean isWide() {
        long bytes = 0;
        for (Column column : table.schema().columns()) {
            SourceType source = source(column);
            bytes += source.name().startsWith("character") ? 4L * source.modifier(0, 5) : 16;
        }
        return bytes > ROW_BYTES;
    }

    private int keyBytes(String column) {
        int most = 0;
        for (List<String> key : keys()) {
            if (key.contains(column)) {
                int bytes = CHOSEN_KEY_BYTES / key.size();
                most = most == 0 ? bytes : Math.min(most, bytes);
            }
        }
        return most;
    }

    private List<List<String>> keys() {
        List<List<String>> keys = new ArrayList<>(uniqueKeys().values());
        keys.add(primaryKey());
        return keys;
    }

    /** The source's primary key; where it has none, what identifies its rows. */
    List<String> primaryKey() {
        for (Constraint constraint : table.constraints()) {
            if (constraint.kind() == ConstraintKind.PRIMARY_KEY) {
                return constraint.columns();
            }
        }
        List<String> identity = table.schema().keyNames();
        boolean certain =
                identity.stream().allMatch(column -> details(table, column).notNull());
        return certain ? identity : List.of();
    }

    /** By name; each set of columns once. */
    private Map<String, List<String>> uniqueKeys() {
        Map<String, List<String>> keys = new LinkedHashMap<>();
        Set<Set<String>> seen = new LinkedHashSet<>();
        seen.add(Set.copyOf(primaryKey()));
        for (Constraint constraint : table.constraints()) {
            boolean plain = constraint.kind() == ConstraintKind.UNIQUE
                    && !constraint.columns().isEmpty()
                    // NULLs that count as equal are none here.
                    && !constraint.clause().contains("NULLS NOT DISTINCT");
            if (plain && seen.add(Set.copyOf(constraint.columns()))) {
                keys.put(constraint.name(), constraint.columns());
            }
        }
        List<String> identity = table.schema().keyNames();
        if (!identity.isEmpty() && seen.add(Set.copyOf(identity))) {
            keys.put("penstock_identity", identity);
        }
        return keys;
    }
}

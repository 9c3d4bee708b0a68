package io.penstock.target.postgresql;

import io.penstock.model.Column;
import io.penstock.model.Mutation.Described;
import io.penstock.model.Product;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableDefinition.ColumnDetails;
import io.penstock.model.TableDefinition.Constraint;
import io.penstock.model.TableDefinition.ConstraintKind;
import io.penstock.model.TableSchema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tables that a source described in MySQL's words, in PostgreSQL's; others pass as they are. All in this room works on
 * what comes out here.
 */
final class MySqlTables {
    private static final int NAME_BYTES = 63;
    private static final Pattern BITS = Pattern.compile("b'([01]*)'");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");
    private static final Pattern TEXT = Pattern.compile("'((?:[^'\\\\]|''|\\\\.)*)'", Pattern.DOTALL);

    private MySqlTables() {}

    static List<TableDefinition> translated(List<TableDefinition> tables) {
        return tables.stream().map(MySqlTables::translated).toList();
    }

    static Described translated(Described described) {
        return described.table().product().isMySql()
                ? new Described(
                        described.stamp(),
                        described.ordinal(),
                        translated(described.table()),
                        translated(described.definition()))
                : described;
    }

    static TableSchema translated(TableSchema table) {
        if (!table.product().isMySql()) {
            return table;
        }
        List<Column> columns = table.columns().stream()
                .map(c -> new Column(
                        c.name(), MySqlTypes.of(c.type(), "the column " + table.name() + "." + c.name()), c.number()))
                .toList();
        return new TableSchema(
                table.name(), table.sourceId(), columns, table.key(), table.fullIdentity(), Product.POSTGRESQL);
    }

    static TableDefinition translated(TableDefinition table) {
        if (!table.schema().product().isMySql()) {
            return table;
        }
        TableSchema schema = translated(table.schema());
        Map<String, ColumnDetails> details = new HashMap<>();
        for (Column column : schema.columns()) {
            ColumnDetails of = table.details().get(column.name());
            if (of != null) {
                details.put(
                        column.name(),
                        new ColumnDetails(
                                of.notNull(),
                                standard(of.defaultExpression(), column.type()),
                                null,
                                null,
                                null,
                                of.missingValue(),
                                of.olderUnknown()));
            }
        }
        return new TableDefinition(
                schema,
                details,
                List.of(),
                List.of(),
                constraints(table, schema),
                List.of(),
                null,
                table.estimatedRows());
    }

    /** Constants only, for those who write to the target themselves later: replicated rows are complete. */
    private static String standard(String expression, String type) {
        if (expression == null || type.equals("bytea")) {
            return null;
        }
        Matcher bits = BITS.matcher(expression);
        if (bits.matches() && type.startsWith("bit(")) {
            int width = Integer.parseInt(type.substring(4, type.length() - 1));
            return "B'" + "0".repeat(Math.max(0, width - bits.group(1).length())) + bits.group(1) + "'";
        }
        Matcher text = TEXT.matcher(expression);
        String value = NUMBER.matcher(expression).matches()
                ? expression
                : text.matches() ? text.group(1).replace("''", "'").replaceAll("\\\\(.)", "$1") : null;
        boolean noDate = (type.startsWith("date") || type.startsWith("timestamp"))
                && value != null
                && (value.startsWith("0000") || value.contains("-00"));
        return value == null || noDate ? null : Quoting.literal(value);
    }

    private static List<Constraint> constraints(TableDefinition table, TableSchema schema) {
        List<Constraint> constraints = new ArrayList<>();
        Set<Set<String>> keys = new HashSet<>();
        for (Constraint constraint : table.constraints()) {
            boolean primary = constraint.kind() == ConstraintKind.PRIMARY_KEY;
            if (primary || constraint.kind() == ConstraintKind.UNIQUE) {
                constraints.add(key(table, constraint.kind(), constraint.columns(), primary ? "" : constraint.name()));
                keys.add(Set.copyOf(constraint.columns()));
            }
        }
        List<String> key = schema.keyNames();
        if (!key.isEmpty() && !keys.contains(Set.copyOf(key))) {
            // The catalogue no longer shows the key that the stream tells of: rows have to be found by something.
            constraints.add(key(table, ConstraintKind.UNIQUE, key, "penstock"));
        }
        return constraints;
    }

    private static Constraint key(TableDefinition table, ConstraintKind kind, List<String> columns, String index) {
        boolean primary = kind == ConstraintKind.PRIMARY_KEY;
        return new Constraint(
                name(table.name().table(), primary ? "_pkey" : "_" + index + "_key"),
                kind,
                columns,
                false,
                null,
                (primary ? "PRIMARY KEY (" : "UNIQUE (") + Quoting.identifiers(columns) + ")");
    }

    /** Names of keys are the schema's on PostgreSQL, the table's on MySQL. */
    private static String name(String table, String rest) {
        String name = table + rest;
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        if (utf8.length <= NAME_BYTES) {
            return name;
        }
        String hash = Integer.toHexString(name.hashCode());
        int end = name.length();
        while (name.substring(0, end).getBytes(StandardCharsets.UTF_8).length + hash.length() + 1 > NAME_BYTES) {
            end--;
        }
        return name.substring(0, end) + "_" + hash;
    }
}

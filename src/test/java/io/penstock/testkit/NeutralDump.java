package io.penstock.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.model.TableName;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The content of a table of one product and of its copy on another, as lines that are equal when the values are: they
 * print some types differently.
 */
public final class NeutralDump {
    private NeutralDump() {}

    /**
     * @param table as the source has it
     * @return the first difference, or empty
     */
    public static String difference(Database source, Database target, TableName table) {
        List<List<String>> columns =
                source.query("SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = "
                        + Sql.literal(table.schema()) + " AND table_name = " + Sql.literal(table.table())
                        + " ORDER BY ordinal_position");
        if (columns.isEmpty()) {
            return "";
        }
        List<String> names = columns.stream().map(c -> c.get(0)).toList();
        List<String> types = columns.stream().map(c -> c.get(1)).toList();
        List<List<String>> expected = source.query(select(source, table, names));
        List<List<String>> found;
        try {
            boolean own = table.schema().equals(home(source));
            TableName there = new TableName(own ? home(target) : table.schema(), table.table());
            found = target.query(select(target, there, names));
        } catch (SqlFailure missing) {
            return table + ": " + missing.getMessage();
        }
        String difference = Equality.merge(
                lines(expected, types).iterator(), lines(found, types).iterator());
        return difference == null ? "" : table + difference;
    }

    private static String home(Database database) {
        return database instanceof MysqlDatabase ? database.name() : "public";
    }

    private static String select(Database database, TableName table, List<String> columns) {
        UnaryOperator<String> quoted = database instanceof MysqlDatabase ? MysqlSql::quoted : Sql::quoted;
        return "SELECT " + columns.stream().map(quoted).collect(Collectors.joining(", ")) + " FROM "
                + quoted.apply(table.schema()) + "." + quoted.apply(table.table());
    }

    private static List<String> lines(List<List<String>> rows, List<String> types) {
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                String value = row.get(i);
                line.append(i == 0 ? "" : "\t").append(value == null ? "\\N" : neutral(types.get(i), value));
            }
            lines.add(line.toString());
        }
        lines.sort((a, b) -> Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8)));
        return lines;
    }

    private static String neutral(String type, String value) {
        return switch (type) {
            case "boolean" -> value.equals("t") ? "1" : value.equals("f") ? "0" : value;
            case "numeric", "decimal" -> number(value);
            case "real", "double precision", "float", "double" -> Double.toString(Double.parseDouble(value));
            case "bytea" -> value.startsWith("\\x") ? value.substring(2).toUpperCase(Locale.ROOT) : value;
            case "bit" -> new BigInteger(value, value.matches("[01]{1,64}") ? 2 : 16).toString();
            case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob", "geometry", "point" ->
                value.startsWith("\\x") ? value.substring(2).toUpperCase(Locale.ROOT) : value;
            case "char" -> value.stripTrailing();
            case "character" -> value.stripTrailing();
            case "datetime",
                    "timestamp",
                    "time",
                    "timestamp without time zone",
                    "timestamp with time zone",
                    "time without time zone" ->
                value.replaceFirst("\\+00$", "")
                        .replaceFirst("(\\.\\d*?)0+$", "$1")
                        .replaceFirst("\\.$", "");
            default -> value;
        };
    }

    private static String number(String value) {
        return value.equals("NaN")
                ? value
                : new BigDecimal(value).stripTrailingZeros().toPlainString();
    }
}

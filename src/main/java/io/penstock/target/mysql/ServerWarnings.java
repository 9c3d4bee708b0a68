package io.penstock.target.mysql;

import io.penstock.model.TableDefinition;
import io.penstock.model.TableDefinition.ConstraintKind;
import io.penstock.target.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What an operator ought to know of the server and of what is not made on it. */
final class ServerWarnings {
    static final Statement SETTINGS =
            Statement.of("SELECT @@innodb_flush_log_at_trx_commit + 0 AS flush, @@log_bin + 0 AS logs,"
                    + " @@sync_binlog + 0 AS syncs");

    private ServerWarnings() {}

    static List<String> of(Map<String, Object> settings) {
        if (number(settings, "flush") == 1) {
            return List.of();
        }
        return List.of("The target's innodb_flush_log_at_trx_commit is " + settings.get("flush")
                + ": a crash of its machine takes back commits that the source has been told of, and they are not sent"
                + " again; set it to 1, since a session can't");
    }

    /** Rows are not wrong without them; queries may be slow. */
    static List<String> leftOut(List<TableDefinition> tables) {
        List<String> names = new ArrayList<>();
        for (TableDefinition table : tables) {
            boolean constraints = table.constraints().stream()
                    .anyMatch(c -> c.kind() == ConstraintKind.FOREIGN_KEY
                            || c.kind() == ConstraintKind.CHECK
                            || c.kind() == ConstraintKind.EXCLUSION);
            if (constraints || !table.indexes().isEmpty()) {
                names.add(table.name().toString());
            }
        }
        return names.isEmpty()
                ? List.of()
                : List.of(
                        "Foreign keys, checks and further indexes are not made on MySQL and MariaDB targets; make what"
                                + " the target's queries need by hand. Tables that have some on the source: " + names);
    }

    private static long number(Map<String, Object> row, String name) {
        return ((Number) row.get(name)).longValue();
    }
}

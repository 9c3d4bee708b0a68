package io.penstock.source.postgresql;

import io.penstock.model.QualifiedName;
import io.penstock.model.TableDefinition.SequenceDefinition;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sequences that tables' columns own ({@code serial}, identity) or whose next values are their defaults. */
final class CatalogSequences {
    /** The first arm finds owned sequences, the second those that defaults use; owning wins. */
    private static final String SEQUENCES = """
            WITH used (tab, seq, owner) AS (
              SELECT d.refobjid, d.objid, a.attname FROM pg_catalog.pg_depend d
              JOIN pg_catalog.pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
              WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.deptype IN ('a', 'i')
                AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.refobjid = ANY (?) AND d.refobjsubid > 0
              UNION ALL
              SELECT f.adrelid, d.refobjid, NULL FROM pg_catalog.pg_attrdef f
              JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_attrdef'::pg_catalog.regclass AND d.objid = f.oid
                AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
              WHERE f.adrelid = ANY (?))
            SELECT u.tab, n.nspname, c.relname, u.owner, s.seqtypid::pg_catalog.regtype::text, s.seqstart, s.seqincrement,
                   s.seqmin, s.seqmax, s.seqcycle,
                   CASE WHEN pg_catalog.has_sequence_privilege(c.oid, 'SELECT,USAGE')
                        THEN pg_catalog.pg_sequence_last_value(c.oid) END
            FROM (SELECT tab, seq, max(owner) AS owner FROM used GROUP BY tab, seq) u
            JOIN pg_catalog.pg_sequence s ON s.seqrelid = u.seq
            JOIN pg_catalog.pg_class c ON c.oid = u.seq JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            ORDER BY n.nspname, c.relname""";

    private final Map<Long, List<SequenceDefinition>> byTable = new HashMap<>();

    private CatalogSequences() {}

    static CatalogSequences read(Connection connection, Array tables) throws SQLException {
        CatalogSequences sequences = new CatalogSequences();
        try (PreparedStatement statement = connection.prepareStatement(SEQUENCES)) {
            statement.setArray(1, tables);
            statement.setArray(2, tables);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    sequences
                            .byTable
                            .computeIfAbsent(row.getLong(1), oid -> new ArrayList<>())
                            .add(sequence(row));
                }
            }
        }
        return sequences;
    }

    private static SequenceDefinition sequence(ResultSet row) throws SQLException {
        long last = row.getLong(11);
        Long lastValue = row.wasNull() ? null : last;
        return new SequenceDefinition(
                new QualifiedName(row.getString(2), row.getString(3)),
                row.getString(4),
                row.getString(5),
                row.getLong(6),
                row.getLong(7),
                row.getLong(8),
                row.getLong(9),
                row.getBoolean(10),
                lastValue);
    }

    List<SequenceDefinition> of(long table) {
        return byTable.getOrDefault(table, List.of());
    }
}

package io.penstock.target.postgresql;

import io.penstock.model.TableName;
import io.penstock.target.postgresql.TargetTable.TargetColumn;
import io.penstock.target.postgresql.TargetTable.UniqueKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads a table from the catalogue when it is first asked for. */
final class CatalogueTables implements TargetTables {
    private static final String COLUMNS = """
            WITH RECURSIVE base AS (
              SELECT a.attnum, t.oid, t.typtype, t.typbasetype FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
              WHERE a.attrelid = ?::regclass AND a.attnum > 0 AND NOT a.attisdropped
              UNION ALL
              SELECT b.attnum, t.oid, t.typtype, t.typbasetype FROM base b JOIN pg_type t ON t.oid = b.typbasetype
              WHERE b.typtype = 'd')
            SELECT a.attname, format_type(b.oid, -1), format_type(a.atttypid, a.atttypmod), n.nspname,
              a.attgenerated <> '', a.attidentity = 'a'
            FROM pg_attribute a JOIN base b ON b.attnum = a.attnum AND b.typtype <> 'd'
            LEFT JOIN pg_opclass c ON c.opcintype = b.oid AND c.opcdefault
              AND c.opcmethod = (SELECT oid FROM pg_am WHERE amname = 'btree')
            LEFT JOIN pg_namespace n ON n.oid = c.opcnamespace AND n.nspname <> 'pg_catalog'
            WHERE a.attrelid = ?::regclass ORDER BY a.attnum
            """;
    private static final String KEYS = """
            SELECT i.indisprimary, NOT i.indimmediate OR coalesce(c.condeferrable, false), i.indpred IS NOT NULL,
              (SELECT array_agg(a.attname ORDER BY k.n) FROM unnest(i.indkey) WITH ORDINALITY k(attnum, n)
               JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum WHERE k.n <= i.indnkeyatts)
            FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.contype IN ('p', 'u')
            WHERE i.indrelid = ?::regclass AND i.indisunique AND i.indisvalid AND i.indexprs IS NULL
            ORDER BY i.indisprimary DESC
            """;

    private final String database;
    private final Map<TableName, TargetTable> known = new HashMap<>();

    CatalogueTables(String database) {
        this.database = database;
    }

    @Override
    public synchronized TargetTable find(TableName name) {
        return known.computeIfAbsent(name, this::read);
    }

    synchronized void forget() {
        known.clear();
    }

    private TargetTable read(TableName name) {
        try (Connection c = LaneServer.connect(database)) {
            c.createStatement().execute("SET search_path = ''");
            ResultSet exists = rows(c, "SELECT to_regclass(?)", Quoting.name(name));
            exists.next();
            if (exists.getString(1) == null) {
                return null;
            }
            List<TargetColumn> columns = new ArrayList<>();
            ResultSet r = rows(c, COLUMNS, Quoting.name(name), Quoting.name(name));
            while (r.next()) {
                String schema = r.getString(4);
                columns.add(new TargetColumn(
                        r.getString(1),
                        r.getString(2),
                        r.getString(3),
                        schema == null ? "=" : "OPERATOR(" + Quoting.identifier(schema) + ".=)",
                        r.getBoolean(5),
                        r.getBoolean(6)));
            }
            List<UniqueKey> keys = new ArrayList<>();
            boolean deferrable = false;
            r = rows(c, KEYS, Quoting.name(name));
            while (r.next()) {
                List<String> names = Arrays.asList((String[]) r.getArray(4).getArray());
                keys.add(new UniqueKey(names, r.getBoolean(1), r.getBoolean(2), r.getBoolean(3)));
                deferrable |= r.getBoolean(2);
            }
            return new TargetTable(name, columns, keys, deferrable);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ResultSet rows(Connection c, String sql, String... arguments) throws SQLException {
        PreparedStatement s = c.prepareStatement(sql);
        for (int i = 0; i < arguments.length; i++) {
            s.setString(i + 1, arguments[i]);
        }
        return s.executeQuery();
    }
}

package io.penstock.source.postgresql;

import io.penstock.model.Column;
import io.penstock.model.QualifiedName;
import io.penstock.model.TypeDefinition;
import io.penstock.model.TypeDefinition.CompositeType;
import io.penstock.model.TypeDefinition.DomainType;
import io.penstock.model.TypeDefinition.EnumType;
import io.penstock.model.TypeDefinition.RangeType;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * User-defined types and what they are made of. Types of the system and of extensions are not listed: the one are
 * everywhere, the other come with their extension; nor are row types of tables, which come with their table.
 */
final class CatalogTypes {
    private static final String TYPES = """
            SELECT t.oid, n.nspname, t.typname,
                   CASE WHEN t.typtype = 'c' AND rel.relkind <> 'c' THEN 'b' ELSE t.typtype::text END,
                   t.typnotnull, pg_catalog.pg_get_expr(t.typdefaultbin, 0),
                   pg_catalog.format_type(t.typbasetype, t.typtypmod),
                   CASE WHEN t.typcollation <> base.typcollation THEN dcn.nspname END, dc.collname,
                   ARRAY(SELECT 'CONSTRAINT ' || pg_catalog.quote_ident(k.conname) || ' ' || pg_catalog.pg_get_constraintdef(k.oid)
                         FROM pg_catalog.pg_constraint k WHERE k.contypid = t.oid AND k.contype = 'c' ORDER BY k.conname),
                   ARRAY(SELECT e.enumlabel::text FROM pg_catalog.pg_enum e WHERE e.enumtypid = t.oid ORDER BY e.enumsortorder),
                   ARRAY(SELECT a.attname::text FROM pg_catalog.pg_attribute a
                         WHERE a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum),
                   ARRAY(SELECT pg_catalog.format_type(a.atttypid, a.atttypmod) FROM pg_catalog.pg_attribute a
                         WHERE a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum),
                   pg_catalog.format_type(r.rngsubtype, NULL),
                   CASE WHEN r.rngcollation <> sub.typcollation
                        THEN pg_catalog.quote_ident(rcn.nspname) || '.' || pg_catalog.quote_ident(rc.collname) END,
                   CASE WHEN NOT opc.opcdefault
                        THEN pg_catalog.quote_ident(opn.nspname) || '.' || pg_catalog.quote_ident(opc.opcname) END,
                   %1$s,
                   ARRAY(SELECT a.atttypid::int8 FROM pg_catalog.pg_attribute a
                         WHERE a.attrelid = t.typrelid AND rel.relkind = 'c' AND a.attnum > 0 AND NOT a.attisdropped)
                     || CASE WHEN t.typlen = -1 THEN t.typelem::int8 END || t.typbasetype::int8 || r.rngsubtype::int8 || %2$s,
                   ARRAY(SELECT e.oid::int8 FROM pg_catalog.pg_enum e WHERE e.enumtypid = t.oid ORDER BY e.enumsortorder)
            FROM pg_catalog.pg_type t JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
            LEFT JOIN pg_catalog.pg_class rel ON rel.oid = t.typrelid
            LEFT JOIN pg_catalog.pg_type base ON base.oid = t.typbasetype
            LEFT JOIN pg_catalog.pg_collation dc ON dc.oid = t.typcollation
            LEFT JOIN pg_catalog.pg_namespace dcn ON dcn.oid = dc.collnamespace
            LEFT JOIN pg_catalog.pg_range r ON r.rngtypid = t.oid
            LEFT JOIN pg_catalog.pg_type sub ON sub.oid = r.rngsubtype
            LEFT JOIN pg_catalog.pg_collation rc ON rc.oid = r.rngcollation
            LEFT JOIN pg_catalog.pg_namespace rcn ON rcn.oid = rc.collnamespace
            LEFT JOIN pg_catalog.pg_opclass opc ON opc.oid = r.rngsubopc
            LEFT JOIN pg_catalog.pg_namespace opn ON opn.oid = opc.opcnamespace
            WHERE t.oid = ANY (?) AND n.nspname NOT IN ('pg_catalog', 'information_schema')
              AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d
                              WHERE d.classid = 'pg_catalog.pg_type'::pg_catalog.regclass AND d.objid = t.oid
                                AND d.deptype = 'e')""";

    /** From 14 on a range has a multirange beside it, whose name may be chosen. */
    private static final String MULTIRANGE_NAME = """
            (SELECT pg_catalog.quote_ident(mn.nspname) || '.' || pg_catalog.quote_ident(m.typname)
             FROM pg_catalog.pg_type m JOIN pg_catalog.pg_namespace mn ON mn.oid = m.typnamespace
             WHERE m.oid = r.rngmultitypid)""";

    private static final String RANGE_OF_MULTIRANGE =
            "(SELECT x.rngtypid::int8 FROM pg_catalog.pg_range x WHERE x.rngmultitypid = t.oid)";

    /** @param definition null for what is only made of others, such as an array */
    private record Node(TypeDefinition definition, List<Integer> parts) {}

    private final Map<Integer, Node> nodes = new HashMap<>();

    private CatalogTypes() {}

    /** Reads these types and all that they are made of: one query for each step of nesting. */
    static CatalogTypes read(Connection connection, int majorVersion, Collection<Integer> oids) throws SQLException {
        CatalogTypes types = new CatalogTypes();
        String sql = majorVersion >= 14
                ? TYPES.formatted(MULTIRANGE_NAME, RANGE_OF_MULTIRANGE)
                : TYPES.formatted("NULL", "NULL::int8");
        Set<Integer> seen = new HashSet<>(oids);
        Collection<Integer> wanted = seen;
        while (!wanted.isEmpty()) {
            Set<Integer> next = new HashSet<>();
            Array wantedOids = connection.createArrayOf(
                    "oid", wanted.stream().map(Integer::toUnsignedLong).toArray());
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setArray(1, wantedOids);
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        next.addAll(types.add(row));
                    }
                }
            }
            next.removeIf(oid -> !seen.add(oid));
            wanted = next;
        }
        return types;
    }

    private List<Integer> add(ResultSet row) throws SQLException {
        List<Integer> parts = new ArrayList<>();
        for (Long part : (Long[]) row.getArray(18).getArray()) {
            if (part != null && part != 0) {
                parts.add(part.intValue());
            }
        }
        nodes.put((int) row.getLong(1), new Node(definition(row), parts));
        return parts;
    }

    private static TypeDefinition definition(ResultSet row) throws SQLException {
        QualifiedName name = new QualifiedName(row.getString(2), row.getString(3));
        return switch (row.getString(4)) {
            case "e" ->
                new EnumType(
                        name, texts(row, 11), List.of((Long[]) row.getArray(19).getArray()));
            case "d" ->
                new DomainType(
                        name, row.getString(7), collation(row), row.getBoolean(5), row.getString(6), texts(row, 10));
            case "c" -> composite(name, texts(row, 12), texts(row, 13));
            case "r" -> new RangeType(name, row.getString(14), row.getString(15), row.getString(16), row.getString(17));
            default -> null;
        };
    }

    private static String collation(ResultSet row) throws SQLException {
        String schema = row.getString(8);
        return schema == null ? null : Quoting.identifier(schema) + "." + Quoting.identifier(row.getString(9));
    }

    private static CompositeType composite(QualifiedName name, List<String> names, List<String> types) {
        List<Column> attributes = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            attributes.add(new Column(names.get(i), types.get(i), i + 1));
        }
        return new CompositeType(name, attributes);
    }

    private static List<String> texts(ResultSet row, int column) throws SQLException {
        return List.of((String[]) row.getArray(column).getArray());
    }

    /** What has to be there before columns of these types can be made, each behind what it is made of. */
    List<TypeDefinition> neededBy(Collection<Integer> columnTypes) {
        Map<Integer, TypeDefinition> ordered = new LinkedHashMap<>();
        Set<Integer> visited = new HashSet<>();
        columnTypes.forEach(oid -> visit(oid, visited, ordered));
        return List.copyOf(ordered.values());
    }

    private void visit(int oid, Set<Integer> visited, Map<Integer, TypeDefinition> ordered) {
        Node node = nodes.get(oid);
        if (node == null || !visited.add(oid)) {
            return;
        }
        node.parts().forEach(part -> visit(part, visited, ordered));
        if (node.definition() != null) {
            ordered.put(oid, node.definition());
        }
    }
}

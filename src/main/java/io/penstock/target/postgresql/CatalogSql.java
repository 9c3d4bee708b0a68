package io.penstock.target.postgresql;

/** Questions to the target's catalogue. {@code $1} and {@code $2} are arrays of schemas and of names, side by side. */
final class CatalogSql {
    private static final String WANTED = """
            wanted AS (
              SELECT n.nspname, c.relname, c.relkind, c.oid
              FROM unnest($1::text[], $2::text[]) w(s, t)
              JOIN pg_catalog.pg_namespace n ON n.nspname = w.s::pg_catalog.name
              JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relname = w.t::pg_catalog.name
              WHERE c.relkind IN ('r', 'p'))
            """;

    /** One row a column; one with nulls for a table without any. */
    static final String COLUMNS = """
            WITH RECURSIVE domain(oid, base) AS (
              SELECT oid, typbasetype FROM pg_catalog.pg_type WHERE typtype = 'd'
              UNION ALL
              SELECT d.oid, t.typbasetype FROM domain d
              JOIN pg_catalog.pg_type t ON t.oid = d.base WHERE t.typtype = 'd'),
            innermost AS (
              SELECT d.oid, d.base FROM domain d
              JOIN pg_catalog.pg_type t ON t.oid = d.base WHERE t.typtype <> 'd'),
            equality AS (
              SELECT DISTINCT ON (oc.opcintype) oc.opcintype AS type,
                'OPERATOR(' || pg_catalog.quote_ident(n.nspname) || '.' || o.oprname || ')' AS operator
              FROM pg_catalog.pg_opclass oc
              JOIN pg_catalog.pg_am am ON am.oid = oc.opcmethod AND am.amname IN ('btree', 'hash')
              JOIN pg_catalog.pg_amop ao ON ao.amopfamily = oc.opcfamily AND ao.amoplefttype = oc.opcintype
                AND ao.amoprighttype = oc.opcintype
                AND ao.amopstrategy = CASE am.amname WHEN 'btree' THEN 3 ELSE 1 END
              JOIN pg_catalog.pg_operator o ON o.oid = ao.amopopr
              JOIN pg_catalog.pg_namespace n ON n.oid = o.oprnamespace AND n.nspname <> 'pg_catalog'
              WHERE oc.opcdefault
              ORDER BY oc.opcintype, am.amname),
            """ + WANTED + """
            SELECT w.nspname::text AS s, w.relname::text AS t, w.relkind = 'p' AS partitioned, a.attname::text AS name,
              pg_catalog.format_type(COALESCE(d.base, a.atttypid), -1) AS cast_type,
              pg_catalog.format_type(a.atttypid, a.atttypmod) AS stored_type,
              COALESCE(e.operator, '=') AS equality,
              a.attgenerated <> '' AS generated, a.attidentity = 'a' AS identity_always,
              a.attnotnull AND NOT a.atthasdef AND a.attidentity = '' AS required,
              NOT COALESCE(co.collisdeterministic, true) AS loosely_equal
            FROM wanted w
            LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = w.oid AND a.attnum > 0 AND NOT a.attisdropped
            LEFT JOIN innermost d ON d.oid = a.atttypid
            LEFT JOIN pg_catalog.pg_collation co ON co.oid = a.attcollation
            LEFT JOIN equality e ON e.type = COALESCE(d.base, a.atttypid)
            ORDER BY w.nspname, w.relname, a.attnum""";

    static final String UNIQUES = "WITH " + WANTED + """
            SELECT w.nspname::text AS s, w.relname::text AS t, i.indisprimary AS "primary",
              i.indpred IS NOT NULL AS partial, i.indexprs IS NOT NULL AS expressions,
              EXISTS (SELECT FROM pg_catalog.pg_collation co WHERE co.oid = ANY (i.indcollation::oid[])
                AND NOT co.collisdeterministic) AS loosely_equal,
              NOT i.indimmediate OR COALESCE(c.condeferrable, false) AS deferrable,
              (SELECT pg_catalog.json_agg(a.attname ORDER BY k.place)::text
               FROM unnest(i.indkey::int2[]) WITH ORDINALITY k(number, place)
               JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
               WHERE k.place <= i.indnkeyatts) AS columns
            FROM wanted w
            JOIN pg_catalog.pg_index i ON i.indrelid = w.oid AND i.indisunique AND i.indisvalid
            LEFT JOIN pg_catalog.pg_constraint c ON c.conindid = i.indexrelid AND c.contype IN ('p', 'u')
              AND c.conrelid = i.indrelid
            ORDER BY w.nspname, w.relname, NOT i.indisprimary, i.indexrelid""";

    static final String CONSTRAINTS = "WITH " + WANTED + """
            SELECT w.nspname::text AS s, w.relname::text AS t, c.conname::text AS name, c.contype::text AS kind,
              c.condeferrable AS deferrable, fn.nspname::text AS fs, fc.relname::text AS ft
            FROM wanted w
            JOIN pg_catalog.pg_constraint c ON c.conrelid = w.oid
            LEFT JOIN pg_catalog.pg_class fc ON fc.oid = c.confrelid
            LEFT JOIN pg_catalog.pg_namespace fn ON fn.oid = fc.relnamespace
            ORDER BY w.nspname, w.relname, c.conname""";

    /** Foreign keys of other tables that point at one. */
    static final String REFERRERS = "WITH " + WANTED + """
            SELECT n.nspname::text AS s, o.relname::text AS t, c.conname::text AS name
            FROM wanted w
            JOIN pg_catalog.pg_constraint c ON c.confrelid = w.oid AND c.contype = 'f' AND c.conrelid <> w.oid
              AND c.conparentid = 0
            JOIN pg_catalog.pg_class o ON o.oid = c.conrelid
            JOIN pg_catalog.pg_namespace n ON n.oid = o.relnamespace
            ORDER BY 1, 2, 3""";

    /** Which of these names are taken in {@code pg_class}, by whatever. */
    static final String RELATIONS = """
            SELECT n.nspname::text AS s, c.relname::text AS t
            FROM unnest($1::text[], $2::text[]) w(s, t)
            JOIN pg_catalog.pg_namespace n ON n.nspname = w.s::pg_catalog.name
            JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relname = w.t::pg_catalog.name""";

    /** The labels of enums and the attributes of composite types, in order. */
    static final String TYPE_PARTS = """
            SELECT n.nspname::text AS s, t.typname::text AS t, t.typtype::text AS kind,
              COALESCE(
                (SELECT pg_catalog.json_agg(e.enumlabel ORDER BY e.enumsortorder)::text
                 FROM pg_catalog.pg_enum e WHERE e.enumtypid = t.oid),
                (SELECT pg_catalog.json_agg(a.attname ORDER BY a.attnum)::text
                 FROM pg_catalog.pg_attribute a
                 WHERE t.typtype = 'c' AND a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped),
                (SELECT pg_catalog.json_agg(c.conname)::text
                 FROM pg_catalog.pg_constraint c WHERE c.contypid = t.oid AND c.contype = 'c'),
                '[]') AS parts
            FROM unnest($1::text[], $2::text[]) w(s, t)
            JOIN pg_catalog.pg_namespace n ON n.nspname = w.s::pg_catalog.name
            JOIN pg_catalog.pg_type t ON t.typnamespace = n.oid AND t.typname = w.t::pg_catalog.name""";

    static final String MISSING_SCHEMAS = """
            SELECT w.text FROM unnest($1::text[]) w(text)
            WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_namespace n WHERE n.nspname = w.text::pg_catalog.name)""";

    static final String MISSING_TYPES =
            "SELECT w.text FROM unnest($1::text[]) w(text) WHERE pg_catalog.to_regtype(w.text) IS NULL";

    static final String KNOWN_COLLATIONS =
            "SELECT w.text FROM unnest($1::text[]) w(text) WHERE pg_catalog.to_regcollation(w.text) IS NOT NULL";

    private CatalogSql() {}
}

package io.penstock.target.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.Column;
import io.penstock.model.Product;
import io.penstock.model.QualifiedName;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableDefinition.ColumnDetails;
import io.penstock.model.TableDefinition.Constraint;
import io.penstock.model.TableDefinition.ConstraintKind;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.model.TypeDefinition;
import io.penstock.model.TypeDefinition.DomainType;
import io.penstock.model.TypeDefinition.EnumType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which tables and columns come of the source's, without a server. */
class TableTextsTest {
    private static final Dialect MARIADB =
            Dialect.of("11.4.5-MariaDB-log", Set.of("utf8mb4_nopad_bin", "latin1_swedish_ci", "utf8mb4_unicode_ci"));
    private static final Dialect MYSQL = Dialect.of("9.7.4", Set.of("utf8mb4_0900_bin", "utf8mb4_0900_ai_ci"));
    private static final List<TypeDefinition> TYPES = List.of(
            new EnumType(new QualifiedName("public", "Mood"), List.of("sad", "it's", "")),
            new DomainType(new QualifiedName("public", "price"), "numeric(10,2)", null, false, null, List.of()));

    private static TableDefinition table(
            Product product, Map<String, ColumnDetails> details, List<Constraint> constraints, String... types) {
        List<Column> columns = new ArrayList<>();
        for (String type : types) {
            columns.add(new Column("c" + (columns.size() + 1), type, columns.size() + 1));
        }
        TableSchema schema = new TableSchema(new TableName("public", "t"), 1, columns, List.of(0), false, product);
        return new TableDefinition(schema, details, TYPES, List.of(), constraints, List.of(), null, -1);
    }

    private static List<String> created(TableDefinition table, Dialect server) {
        return new TableDdl(table, new TableName("shop", "t"), new TypeMapping(server)).create();
    }

    @Test
    void types_of_postgresql() {
        Map<String, ColumnDetails> details = new HashMap<>();
        details.put("c1", new ColumnDetails(true, null, null, null, null));
        details.put("c9", new ColumnDetails(false, null, null, "c6 * 2", null));
        TableDefinition table = table(
                Product.POSTGRESQL,
                details,
                List.of(
                        new Constraint("t_pkey", ConstraintKind.PRIMARY_KEY, List.of("c1", "c2"), false, null, ""),
                        new Constraint("t_u", ConstraintKind.UNIQUE, List.of("c3"), false, null, "UNIQUE (c3)")),
                "uuid",
                "text",
                "character varying(20)",
                "boolean",
                "smallint",
                "integer",
                "bigint",
                "oid",
                "integer",
                "real",
                "double precision",
                "numeric",
                "numeric(10,2)",
                "numeric(4,-2)",
                "numeric(3,5)",
                "numeric(100,50)",
                "text",
                "character varying",
                "character varying(10000)",
                "character(5)",
                "character(300)",
                "bytea",
                "date",
                "timestamp without time zone",
                "timestamp(3) with time zone",
                "time without time zone",
                "time with time zone",
                "interval",
                "bit(5)",
                "bit(100)",
                "bit varying(9)",
                "json",
                "jsonb",
                "integer[]",
                "int4range",
                "inet",
                "macaddr",
                "xml",
                "tsvector",
                "point",
                "money",
                "public.\"Mood\"",
                "public.price",
                "\"char\"",
                "name");
        GoldenSql.check("create-from-postgresql", created(table, MARIADB));
    }

    @Test
    void types_of_mysql() {
        Map<String, ColumnDetails> details = new HashMap<>();
        details.put("c1", new ColumnDetails(true, null, null, null, null));
        details.put("c3", new ColumnDetails(true, null, null, null, "latin1_swedish_ci"));
        details.put("c4", new ColumnDetails(false, null, null, null, "utf8mb4_uca1400_ai_ci"));
        details.put("c5", new ColumnDetails(false, null, null, "`c1` + 1", null));
        TableDefinition table = table(
                Product.MARIADB,
                details,
                List.of(),
                "int unsigned",
                "enum('a','it''s')",
                "varchar(20)",
                "text",
                "bigint",
                "decimal(65,30) unsigned",
                "bit(9)",
                "uuid",
                "inet6",
                "json",
                "geometry",
                "timestamp(6)",
                "year(4)",
                "set('x','y')",
                "binary(16)");
        GoldenSql.check("create-from-mariadb-on-mariadb", created(table, MARIADB));
        GoldenSql.check("create-from-mariadb-on-mysql", created(table, MYSQL));
    }

    @Test
    void labels_are_added_and_renamed() {
        assertThat(EnumChange.labels("enum('a','it''s','','x,y')")).containsExactly("a", "it's", "", "x,y");
        TargetColumn column = new TargetColumn(
                "c2", "enum", "enum('sad','its')", -1, -1, -1, true, false, false, "utf8mb4_nopad_bin");
        TableDefinition table = table(Product.POSTGRESQL, Map.of(), List.of(), "integer", "public.\"Mood\"");
        TargetTable there = new TargetTable(new TableName("shop", "t"), List.of(column), List.of(), false, List.of());
        GoldenSql.check(
                "labels",
                new EnumChange(table, there, Map.of(new QualifiedName("public", "Mood"), Map.of("its", "it's")))
                        .statements());
    }
}

package io.penstock.target.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.Mutation.RowMutation;
import io.penstock.model.TableSchema;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values travel as text and come out as they went in, through every kind of statement. */
class PostgresTypesIT {
    private static LaneFixture f;
    private static int tables;

    @BeforeAll
    static void start() {
        f = new LaneFixture();
        f.sql("CREATE SCHEMA \"Ext\"; CREATE EXTENSION hstore SCHEMA \"Ext\"; CREATE EXTENSION citext SCHEMA \"Ext\";"
                + " CREATE TYPE \"Ext\".\"Mood\" AS ENUM ('sad', 'it''s \"ok\"'); CREATE TYPE \"Ext\".pair AS (a int, b"
                + " text); CREATE DOMAIN short AS varchar(5) CHECK (value <> 'no'); CREATE DOMAIN shorter AS short;"
                + " CREATE TYPE floats AS RANGE (subtype = float8)");
    }

    @AfterAll
    static void stop() {
        f.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            quoteCharacter = '`',
            value = {
                "numeric|NaN;Infinity;-Infinity;0.000;0.00000000000000000001;123456789012345678901234567890.123",
                "numeric(5,2)|NaN;-0.01;999.99",
                "float8|NaN;-0;Infinity;1e-320;0.1;1.7976931348623157e+308",
                "float4|NaN;-0;3.4028235e+38",
                "bit(4)|0000;1010",
                "bit varying(9)|1;101010101",
                "\"char\"|a;\\303;1",
                "char(5)|ab   ;x    ",
                "varchar(5)|ab  ;ünïcö",
                "name|a name",
                "bool|t;f",
                "bytea|\\x;\\x00ff5c27",
                "json|{\"b\":  1, \"a\": 1, \"a\": 2};null;\"\\u0000\"",
                "jsonb|{\"a\": 1.000, \"b\": null};null;[]",
                "json[]|{\"{\\\"a\\\": 1}\",NULL}",
                "int[]|{};{1,NULL,3};[0:1]={1,2};{{1,2},{3,4}}",
                "text[]|{NULL,\"NULL\",\"\",\"a,b\",\"\\\"\",\"\\\\\"}",
                "\"Ext\".\"Mood\"|sad;it's \"ok\"",
                "\"Ext\".\"Mood\"[]|{sad,NULL}",
                "\"Ext\".pair|(1,x);(,);(7,\"a \"\"q\"\" b\")",
                "\"Ext\".pair[]|{\"(1,x)\",NULL}",
                "\"Ext\".hstore|\"a\"=>NULL, \"b\"=>\"c\";",
                "\"Ext\".citext|MiXed;mixed2",
                "short|yes;",
                "shorter|yes",
                "int4range|empty;[1,5);(,)",
                "floats|[1.5,2.5]",
                "int4multirange|{[1,2),[5,6)}",
                "date|0044-03-15 BC;infinity;-infinity;5874897-12-31",
                "timestamp|294276-12-31 23:59:59.999999;infinity;4713-01-01 00:00:00 BC;2024-01-01 00:00:00",
                "timestamp(3)|2024-01-01 00:00:00.123",
                "timestamptz|2024-01-01 00:00:00.5+00;-infinity",
                "time|24:00:00;00:00:00.000001",
                "timetz|24:00:00+00;12:00:00-15:59:59",
                "interval|10 mons 3 days -04:05:06.7;00:00:00;-178000000 years",
                "interval day to second|1 day 02:03:04",
                "money|$1,234.56;-$0.01",
                "uuid|00112233-4455-6677-8899-aabbccddeeff",
                "xml|<a>x</a>;text only;<!-- c --><b/>",
                "inet|10.0.0.1;10.0.0.0/8;::1",
                "cidr|10.0.0.0/8",
                "macaddr8|08:00:2b:01:02:03:04:05",
                "point|(1.5,-0)",
                "path|((1,2),(3,4));[(1,2),(3,4)]",
                "circle|<(0,0),2>",
                "tsvector|'a':1A 'b':2;'it''s'",
                "tsquery|'a' & !'b':*A",
                "pg_lsn|16/B374D848",
                "txid_snapshot|10:20:10,14",
                "oid|4294967295",
                "int2|-32768",
                "int8|-9223372036854775808",
                "text|NULL;\\N;{};(null);;-x"
            })
    void valueSurvives(String type, String values) {
        String name = "ty" + ++tables;
        f.sql("CREATE TABLE " + name + " (id int PRIMARY KEY, v " + type + ", w int); CREATE TABLE " + name + "k (v "
                + type + ")");
        TableSchema t = f.schema(name, "id");
        TableSchema keyless = f.schema(name + "k");
        List<RowMutation> inserts = new ArrayList<>();
        List<RowMutation> updates = new ArrayList<>();
        List<RowMutation> deletes = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (String value : values.split(";", -1)) {
            String id = "" + inserts.size();
            inserts.add(f.insert(t, id, value, "1"));
            inserts.add(f.insert(t, "-" + inserts.size(), null, "1"));
            inserts.add(f.insert(keyless, value));
            inserts.add(f.insert(keyless, value));
            updates.add(f.update(t, LaneFixture.tuple(id, "-", "-"), LaneFixture.tuple(id, value, "-")));
            deletes.add(f.delete(keyless, value));
            expected.add(value);
        }
        f.apply(inserts);
        f.apply(updates);
        f.apply(deletes);
        String pinned =
                "SET search_path = ''; SET TimeZone = 'UTC'; SET lc_monetary = 'C'; SET IntervalStyle = postgres;";
        assertThat(f.rows(pinned, "SELECT format('%s', v) FROM public." + name + " WHERE id >= 0 ORDER BY id"))
                .containsExactlyElementsOf(expected);
        assertThat(f.rows(pinned, "SELECT format('%s', v) FROM public." + name + "k"))
                .as("one copy of each is left")
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            quoteCharacter = '`',
            value = {
                "varchar(3)|four|22001",
                "char(3)|four|22001",
                "numeric(4,1)|12345|22003",
                "bit(4)|10101|22026",
                "bit varying(4)|10101|22001",
                "int2|40000|22003",
                "date|secret|22007",
                "short|toolong|22001",
                "short|no|23514",
                "\"Ext\".\"Mood\"|secret|22P02",
                "xml|<secret>|2200N"
            })
    void whatDoesNotFitIsRefusedNotCut(String type, String value, String code) {
        String name = "ty" + ++tables;
        f.sql("CREATE TABLE " + name + " (id int PRIMARY KEY, v " + type + ")");
        TableSchema t = f.schema(name, "id");
        long at = f.position();
        var lane = f.lane();
        var e = LaneFixture.failure(
                f.send(() -> lane.apply(List.of(f.insert(t, "1", value)), LaneFixture.at(at), LaneFixture.at(at + 1))));
        assertThat(e.code()).isEqualTo(code);
        assertThat(e.kind()).isEqualTo(io.penstock.target.TargetException.Kind.DATA);
        assertThat(e.getMessage()).contains(name).doesNotContain("secret").doesNotContain("toolong");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            quoteCharacter = '`',
            value = {
                "\"Ext\".citext|Key|KEY2",
                "numeric|1.50|2",
                "char(4)|ab  |cd  ",
                "\"char\"|a|b",
                "\"Ext\".\"Mood\"|sad|it's \"ok\"",
                "short|a|b",
                "timestamptz|2024-01-01 00:00:00+00|2024-01-02 00:00:00+00",
                "bytea|\\x01|\\x02",
                "uuid|00112233-4455-6677-8899-aabbccddeeff|00112233-4455-6677-8899-aabbccddee00",
                "bit(3)|101|111",
                "\"Ext\".pair|(1,x)|(2,x)",
                "int[]|{1,2}|{}"
            })
    void typeServesAsKey(String type, String one, String other) {
        String name = "ty" + ++tables;
        f.sql("CREATE TABLE " + name + " (id " + type + " PRIMARY KEY, v text, w text)");
        TableSchema t = f.schema(name, "id");
        f.apply(f.insert(t, one, "a", "b"));
        f.apply(f.update(t, one, "c", "-"));
        f.apply(f.update(t, one, "d", "e"));
        f.apply(f.update(t, LaneFixture.tuple(one, "-", "-"), LaneFixture.tuple(other, "-", "f")));
        assertThat(f.rows("SET search_path = ''", "SELECT format('%s', id), v, w FROM public." + name))
                .containsExactly(other + "|d|f");
        f.apply(f.delete(t, other, "-", "-"));
        assertThat(f.one("SELECT count(*) FROM " + name)).isEqualTo("0");
    }
}

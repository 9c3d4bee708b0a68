package io.penstock.source.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.penstock.model.Mutation.Described;
import io.penstock.source.RecordingSink;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MySqlStreamIT {
    private SourceFixture source;

    @BeforeEach
    void open() {
        source = new SourceFixture();
    }

    @AfterEach
    void close() throws Exception {
        source.close();
    }

    @Test
    void changesComeAsTransactions() throws Exception {
        source.run("CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(20))");
        RecordingSink sink = source.stream();
        source.run(
                "INSERT INTO t VALUES (1, 'one'), (2, NULL)",
                "BEGIN; UPDATE t SET v = 'zwei ö' WHERE id = 2; UPDATE t SET id = 3 WHERE id = 1; DELETE FROM t WHERE id = 2; COMMIT");
        assertEquals(
                List.of(
                        "insert t(1,one)",
                        "insert t(2,∅)",
                        "update t(2,zwei ö)",
                        "update t(1,one) →(3,one)",
                        "delete t(2,zwei ö)"),
                sink.rowsOf(2));
    }

    @Test
    void valuesComeInTheHousesForm() throws Exception {
        source.run("CREATE TABLE v (id INT PRIMARY KEY, y YEAR, b BIT(9), t TIME(2), t0 TIME, f FLOAT, d DOUBLE,"
                + " ts TIMESTAMP(3) NULL, s SET('a','b'), u BIGINT UNSIGNED, p POINT, bb BINARY(3))");
        RecordingSink sink = source.stream();
        source.run("INSERT INTO v VALUES (1, 1999, b'101010101', '-837:59:59.99', '12:00:01', 0.1, 1e300,"
                + " '2024-02-29 23:59:59.123', 'a,b', 18446744073709551615, POINT(1, 2), 'x')");
        assertEquals(
                List.of("insert v(1,1999,101010101,-837:59:59.99,12:00:01,0.1,1e+300,26 chars,a,b,"
                        + "18446744073709551615,52 chars,\\x780000)"),
                sink.rowsOf(1));
    }

    @Test
    void rowsThatNoEventTellsOfAreReadAgain() throws Exception {
        source.run(
                "CREATE TABLE a (id INT PRIMARY KEY, v INT)",
                "CREATE TABLE b (id INT PRIMARY KEY, w INT)",
                "CREATE TABLE p (id INT PRIMARY KEY) PARTITION BY RANGE (id)"
                        + " (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN MAXVALUE)",
                "CREATE TABLE q (id INT PRIMARY KEY)");
        RecordingSink sink = source.stream();
        source.run(
                "RENAME TABLE a TO c, b TO a, c TO b",
                "ALTER TABLE a ADD g INT AS (id + 1) STORED, ADD k INT DEFAULT 4",
                "ALTER TABLE q COMMENT 'nothing'",
                "ALTER TABLE p EXCHANGE PARTITION p0 WITH TABLE q",
                "ALTER TABLE p DROP PARTITION p1");
        sink.awaitCommits(4); // what the catalogue has of a table that is gone meanwhile is nothing
        source.run("RENAME TABLE a TO z", "DROP TABLE b", "INSERT INTO q VALUES (1)");
        assertEquals(
                List.of(
                        "reread a",
                        "reread b",
                        "reread a",
                        "reread p",
                        "reread q",
                        "reread p",
                        "truncate [a] restart",
                        "reread z",
                        "truncate [b] restart",
                        "insert q(1)"),
                sink.rowsOf(7));
    }

    @Test
    void columnsThatComeAndGoAtOnceAreToldApart() throws Exception {
        source.run("CREATE TABLE t (id INT PRIMARY KEY, v INT)");
        RecordingSink sink = source.stream();
        source.run("ALTER TABLE t DROP v, ADD w INT", "INSERT INTO t VALUES (1, 2)");
        sink.awaitCommits(1);
        List<String> numbers = sink.mutations().stream()
                .filter(Described.class::isInstance)
                .map(m -> String.join(
                        " ",
                        ((Described) m)
                                .table().columns().stream()
                                        .map(c -> c.name() + (c.number() == 0 ? "" : "#"))
                                        .toList()))
                .toList();
        assertEquals(List.of("id# v#", "id# w#"), numbers);
    }
}

package io.penstock.source.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
}

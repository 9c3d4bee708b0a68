package io.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.TableName;
import io.penstock.testkit.LoopYaml;
import io.penstock.testkit.MysqlDatabase;
import io.penstock.testkit.NeutralDump;
import io.penstock.testkit.PenstockProcess;
import io.penstock.testkit.SourceLog;
import io.penstock.testkit.TestDatabase;
import io.penstock.testkit.TestMysql;
import io.penstock.testkit.TestPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server changes by foreign keys, and logs nothing of: beside a copy, over kills, in both modes at once. */
class CascadeIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final MysqlDatabase source = TestMysql.mariaDb().createDatabase("cascade");
    private final TestDatabase serial = TestPostgres.target().createDatabase("cascade_s");
    private final TestDatabase fan = TestPostgres.target().createDatabase("cascade_f");

    @TempDir
    Path directory;

    @AfterEach
    void drop() {
        List.of(source, serial, fan).forEach(io.penstock.testkit.Database::dropForce);
    }

    @Test
    void childrenFollowTheirParents() {
        long seed = Long.getLong("cascade.seed", System.nanoTime());
        CascadeTables tables = new CascadeTables(source, seed);
        tables.create();
        tables.change(400);
        LoopYaml yaml = loop("serial", serial, tables).with(loop("fan", fan, tables));
        PenstockProcess node = PenstockProcess.start(yaml, directory);
        try {
            tables.change(300);
            node.kill();
            tables.change(50);
            node = PenstockProcess.start(yaml, directory);
            tables.change(300);
            tables.removeUnchecked();
            tables.change(20);
            awaitBoth(node);
            for (TableName table : tables.replicated()) {
                assertThat(NeutralDump.difference(source, serial, table))
                        .as("serial, seed %s", seed)
                        .isEmpty();
                assertThat(NeutralDump.difference(source, fan, table))
                        .as("fan, seed %s", seed)
                        .isEmpty();
            }
        } finally {
            node.close();
        }
    }

    private void awaitBoth(PenstockProcess node) {
        for (String loop : List.of("serial", "fan")) {
            SourceLog.awaitCopied(() -> node.api().status(loop), LIMIT);
            SourceLog.awaitApplied(source, () -> node.api().status(loop), LIMIT);
        }
    }

    private LoopYaml loop(String mode, TestDatabase target, CascadeTables tables) {
        return LoopYaml.loop(mode, source, target)
                .tables(tables.replicated())
                .set("mode", mode)
                .set("retryDelay", "1s");
    }
}

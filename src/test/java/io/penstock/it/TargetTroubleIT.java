package io.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.penstock.testkit.PenstockProcess;
import io.penstock.testkit.TestPostgres;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be wrong with a target: one loop a fault, all in one node, beside a loop that has none. */
class TargetTroubleIT {
    private static final Trial HEALTHY = new Trial("healthy_t");
    private static final Trial NO_TABLE = new Trial("no_table").ownTables("");
    private static final Trial NO_COLUMN = new Trial("no_column").ownTables("CREATE TABLE t (id int PRIMARY KEY)");
    private static final Trial NO_CAST = new Trial("no_cast").ownTables("CREATE TABLE t (id int PRIMARY KEY, v point)");
    private static final Trial CONSTRAINT =
            new Trial("constraint_stays").ownTables(Trial.TABLE).serial();
    private static final Trial CORRUPT = new Trial("corrupt_progress");
    private static final Trial NEWER = new Trial("newer_progress");
    private static final Trial NOBODY = new Trial("nobody")
            .into("nobody_here", "open", TestPostgres.target().port());
    private static final List<Trial> ALL =
            List.of(HEALTHY, NO_TABLE, NO_COLUMN, NO_CAST, CONSTRAINT, CORRUPT, NEWER, NOBODY);

    @TempDir
    private static Path directory;

    private static PenstockProcess node;

    @BeforeAll
    static void start() {
        ALL.subList(1, ALL.size()).forEach(trial -> HEALTHY.yaml.with(trial.yaml));
        node = PenstockProcess.start(HEALTHY.yaml, directory);
        ALL.forEach(trial -> trial.on(node.api()));
    }

    @AfterAll
    static void stop() {
        node.close();
        ALL.forEach(Trial::drop);
    }

    @AfterEach
    void othersGoOnAndNoRowIsShown() {
        HEALTHY.isWhole();
        assertThat(node.isLive()).isTrue();
        assertThat(node.log()).doesNotContain(Trial.VALUE);
    }

    @Test
    void aTableThatIsMissing() {
        JsonNode error = NO_TABLE.failed();
        assertThat(error.toString()).contains("public.t").contains("createTables");
        NO_TABLE.insert(2, Trial.VALUE);
        NO_TABLE.target.execute(Trial.TABLE);
        NO_TABLE.post("resume");
        NO_TABLE.isWhole();
    }

    @Test
    void aColumnThatIsMissing() {
        assertThat(NO_COLUMN.failed().toString()).contains("public.t").contains("\\\"v\\\"");
        NO_COLUMN.insert(2, Trial.VALUE);
        NO_COLUMN.target.execute("ALTER TABLE t ADD v text");
        NO_COLUMN.post("resume");
        NO_COLUMN.isWhole();
    }

    @Test
    void aRoleThatTheTargetDoesNotLetIn() {
        JsonNode error = NOBODY.failed();
        assertThat(error.path("what").asText()).contains("nobody_here");
        assertThat(error.path("remedy").asText()).contains("user and password");
        assertThat(error.toString()).doesNotContain("open");
        NOBODY.target.execute("CREATE ROLE nobody_here SUPERUSER LOGIN");
        NOBODY.post("resume");
        NOBODY.isWhole();
        NOBODY.pause();
        NOBODY.target.execute("REASSIGN OWNED BY nobody_here TO postgres; DROP ROLE nobody_here");
    }

    @Test
    void aTypeThatCanNotBeCast() {
        assertThat(NO_CAST.failed().toString()).contains("public.t").contains("column v");
        NO_CAST.target.execute("ALTER TABLE t ALTER v TYPE text USING null");
        NO_CAST.post("resume");
        NO_CAST.isWhole();
    }

    @Test
    void aConstraintViolationThatStays() {
        CONSTRAINT.runs();
        CONSTRAINT.target.execute("ALTER TABLE t ADD CONSTRAINT no_such_value CHECK (v <> '" + Trial.VALUE + "')");
        CONSTRAINT.source.execute("BEGIN; INSERT INTO t VALUES (2, 'before'); INSERT INTO t VALUES (3, '" + Trial.VALUE
                + "'); INSERT INTO t VALUES (4, 'behind'); COMMIT");
        JsonNode error = CONSTRAINT.failed();
        assertThat(error.path("what").asText())
                .contains("public.t")
                .contains("no_such_value")
                .as("the place in the source's log")
                .containsPattern("[0-9A-F]+/[0-9A-F]+")
                .doesNotContain(Trial.VALUE);
        assertThat(CONSTRAINT.target.number("SELECT count(*) FROM t"))
                .as("rows")
                .isEqualTo(1);
        CONSTRAINT.target.execute("ALTER TABLE t DROP CONSTRAINT no_such_value");
        CONSTRAINT.post("resume");
        CONSTRAINT.isWhole();
    }

    @Test
    void aProgressRowThatCanNotBeRead() {
        CORRUPT.isWhole();
        CORRUPT.pause();
        String point = CORRUPT.target.value("SELECT consistent_point FROM penstock.loops");
        CORRUPT.target.execute("UPDATE penstock.loops SET consistent_point = 'rubbish'");
        CORRUPT.insert(50, Trial.VALUE);
        CORRUPT.post("resume");
        assertThat(CORRUPT.failed().path("what").asText()).contains("rubbish").contains("consistent_point");
        CORRUPT.target.execute("UPDATE penstock.loops SET consistent_point = '" + point + "'");
        CORRUPT.post("resume");
        CORRUPT.isWhole();
    }

    @Test
    void progressOfANewerVersion() {
        NEWER.isWhole();
        NEWER.pause();
        String version = NEWER.target.value("SELECT version FROM penstock.meta");
        NEWER.target.execute("UPDATE penstock.meta SET version = 1000");
        NEWER.insert(50, Trial.VALUE);
        NEWER.post("resume");
        assertThat(NEWER.failed().toString()).contains("1000").contains("upgrade Penstock");
        NEWER.target.execute("UPDATE penstock.meta SET version = " + version);
        NEWER.post("resume");
        NEWER.isWhole();
    }
}

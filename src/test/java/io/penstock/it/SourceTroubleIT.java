package io.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.penstock.testkit.Eventually;
import io.penstock.testkit.PenstockProcess;
import io.penstock.testkit.Relay;
import io.penstock.testkit.SlotReader;
import io.penstock.testkit.TestPostgres;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be wrong with a source: one loop a fault, all in one node, beside a loop that has none. */
class SourceTroubleIT {
    private static final String ROLE = "plain_" + ProcessHandle.current().pid();
    private static final TestPostgres SERVER = TestPostgres.shared();
    private static final Relay RELAY = new Relay(SERVER.host(), SERVER.port());

    private static final Trial HEALTHY = new Trial("healthy_s");
    private static final Trial SLOT_GONE = new Trial("slot_gone");
    private static final Trial SLOT_USED = new Trial("slot_used");
    private static final Trial NO_SLOT = new Trial("no_slot_free");
    private static final Trial OTHER_SERVER = new Trial("other_server");
    private static final Trial NO_RIGHT = new Trial("no_right").from(ROLE, "x", SERVER.port());
    private static final Trial UNPUBLISHED = new Trial("unpublished");
    private static final Trial NO_IDENTITY = new Trial("no_identity");
    private static final Trial DOWN = new Trial("server_down").from(SERVER.user(), SERVER.password(), RELAY.port());
    private static final List<Trial> ALL =
            List.of(HEALTHY, SLOT_GONE, SLOT_USED, NO_SLOT, OTHER_SERVER, NO_RIGHT, UNPUBLISHED, NO_IDENTITY, DOWN);

    @TempDir
    private static Path directory;

    private static PenstockProcess node;

    @BeforeAll
    static void start() {
        HEALTHY.source.execute("CREATE ROLE " + ROLE + " LOGIN PASSWORD 'x'");
        NO_RIGHT.source.execute("GRANT ALL ON DATABASE " + NO_RIGHT.source.name() + " TO " + ROLE
                + "; ALTER TABLE t OWNER TO " + ROLE + "; GRANT USAGE ON SCHEMA public TO " + ROLE);
        UNPUBLISHED.source.execute("CREATE TABLE other (id int PRIMARY KEY); CREATE PUBLICATION mine FOR TABLE other");
        UNPUBLISHED.yaml.source("publication", "mine");
        NO_IDENTITY.source.execute("ALTER TABLE t REPLICA IDENTITY NOTHING");
        ALL.subList(1, ALL.size()).forEach(trial -> HEALTHY.yaml.with(trial.yaml));
        node = PenstockProcess.start(HEALTHY.yaml, directory);
        ALL.forEach(trial -> trial.on(node.api()));
    }

    @AfterAll
    static void stop() {
        node.close();
        RELAY.close();
        NO_RIGHT.source.execute("DROP OWNED BY " + ROLE + " CASCADE");
        ALL.forEach(Trial::drop);
        try (var admin = SERVER.database("postgres")) {
            admin.execute("DROP ROLE " + ROLE);
        }
    }

    @AfterEach
    void othersGoOnAndNoRowIsShown() {
        HEALTHY.isWhole();
        assertThat(node.isLive()).isTrue();
        assertThat(node.log()).doesNotContain(Trial.VALUE);
    }

    /** What was lost can't be made up for: a slot of the same name, made anew, is refused as well. */
    @Test
    void aSlotThatIsDroppedUnderARunningLoop() {
        SLOT_GONE.isWhole();
        dropSlot(SLOT_GONE);
        SLOT_GONE.insert(50, Trial.VALUE);
        JsonNode error = SLOT_GONE.failed();
        assertThat(error.path("what").asText()).contains(SLOT_GONE.slot()).contains("is gone");
        SLOT_GONE.source.query("SELECT pg_create_logical_replication_slot('" + SLOT_GONE.slot() + "', 'pgoutput')");
        SLOT_GONE.post("resume");
        Eventually.becomes(
                "the new slot is refused",
                SLOT_GONE::status,
                s -> s.isFailed() && s.error().contains("ahead"));
        assertThat(SLOT_GONE.target.number("SELECT count(*) FROM t WHERE id = 50"))
                .isZero();
    }

    @Test
    void aSlotThatAnotherReads() {
        SLOT_USED.isWhole();
        SLOT_USED.pause();
        try (SlotReader other = SlotReader.of(SLOT_USED.source, SLOT_USED.slot(), SLOT_USED.slot())) {
            SLOT_USED.insert(50, Trial.VALUE);
            SLOT_USED.post("resume");
            assertThat(SLOT_USED.troubled("is in use").toString())
                    .contains("process " + other.pid())
                    .contains("someone_else")
                    .contains("source.slot");
        }
        SLOT_USED.isWhole();
    }

    @Test
    void noSlotThatIsFree() {
        NO_SLOT.isWhole();
        NO_SLOT.pause();
        NO_SLOT.source.query("SELECT pg_drop_replication_slot('" + NO_SLOT.slot() + "')");
        NO_SLOT.target.execute("DROP SCHEMA penstock CASCADE; DROP TABLE t");
        NO_SLOT.source.query("SELECT pg_create_physical_replication_slot('filler_' || n) FROM generate_series(1,"
                + " current_setting('max_replication_slots')::int - (SELECT count(*)::int FROM"
                + " pg_replication_slots)) n");
        try {
            NO_SLOT.post("resume");
            assertThat(NO_SLOT.failed().path("remedy").asText()).contains("max_replication_slots");
        } finally {
            NO_SLOT.source.query("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name"
                    + " LIKE 'filler_%'");
        }
        NO_SLOT.post("resume");
        NO_SLOT.isWhole();
    }

    /** The address leads to a server that has another system identifier. */
    @Test
    void anotherServerOrDatabase() {
        OTHER_SERVER.isWhole();
        OTHER_SERVER.pause();
        String known = OTHER_SERVER.target.value("SELECT source_identity FROM penstock.loops");
        OTHER_SERVER.target.execute("UPDATE penstock.loops SET source_identity = '4711/shop'");
        OTHER_SERVER.insert(50, Trial.VALUE);
        OTHER_SERVER.post("resume");
        assertThat(OTHER_SERVER.failed().path("what").asText())
                .contains("4711/shop")
                .contains(known);
        OTHER_SERVER.target.execute("UPDATE penstock.loops SET source_identity = '" + known + "'");
        OTHER_SERVER.post("resume");
        OTHER_SERVER.isWhole();
    }

    @Test
    void aRoleThatMayNotCreateASlot() {
        assertThat(NO_RIGHT.failed().path("remedy").asText()).contains("ALTER ROLE \"" + ROLE + "\" REPLICATION");
        NO_RIGHT.source.execute("ALTER ROLE " + ROLE + " REPLICATION");
        NO_RIGHT.post("resume");
        NO_RIGHT.isWhole();
    }

    @Test
    void aPublicationWithoutTheTable() {
        assertThat(UNPUBLISHED.failed().path("remedy").asText())
                .contains("ALTER PUBLICATION \"mine\" ADD TABLE ONLY \"public\".\"t\"");
        UNPUBLISHED.insert(2, Trial.VALUE);
        UNPUBLISHED.source.execute("ALTER PUBLICATION mine ADD TABLE ONLY t");
        UNPUBLISHED.post("resume");
        UNPUBLISHED.isWhole();
    }

    /** The source refuses the updates itself, as soon as the table is published; the loop says so beforehand. */
    @Test
    void aTableWithoutReplicaIdentity() {
        NO_IDENTITY.isWhole();
        assertThat(NO_IDENTITY.status().warnings()).contains("public.t").contains("REPLICA IDENTITY");
        NO_IDENTITY.source.execute("ALTER TABLE t REPLICA IDENTITY DEFAULT; UPDATE t SET v = '" + Trial.VALUE + "'");
        NO_IDENTITY.isWhole();
    }

    /** Not there at the start, and again later: the loop comes back by itself, without a command. */
    @Test
    void aServerThatIsDown() {
        DOWN.troubled("connect");
        RELAY.open();
        DOWN.isWhole();
        RELAY.shut();
        DOWN.insert(50, Trial.VALUE);
        DOWN.troubled("connect");
        RELAY.open();
        DOWN.isWhole();
    }

    private static void dropSlot(Trial trial) {
        String slot = "'" + trial.slot() + "'";
        // Whoever reads it comes back at once, so it is both in one statement until it has worked.
        Eventually.succeeds(
                "the slot is dropped",
                () -> trial.source.execute("DO $$ BEGIN"
                        + " PERFORM pg_terminate_backend(active_pid, 2000) FROM pg_replication_slots WHERE slot_name = "
                        + slot
                        + " AND active; PERFORM pg_drop_replication_slot(" + slot + "); END $$"));
    }
}

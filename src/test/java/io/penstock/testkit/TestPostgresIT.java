package io.penstock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestPostgresIT {
    @Test
    void servers_are_separate_and_set_up_for_logical_decoding() {
        TestPostgres source = TestPostgres.shared();
        TestPostgres target = TestPostgres.target();
        assertThat(source.port()).isNotEqualTo(target.port());
        assertThat(TestPostgres.shared()).isSameAs(source);
        try (TestDatabase admin = source.database("postgres")) {
            assertThat(admin.value("SHOW wal_level")).isEqualTo("logical");
            assertThat(admin.value("SHOW max_replication_slots")).isEqualTo("50");
            assertThat(admin.value("SHOW max_prepared_transactions")).isEqualTo("20");
        }
    }

    @Test
    void durable_servers_sync() {
        try (TestDatabase admin = TestPostgres.durable().database("postgres")) {
            assertThat(admin.value("SHOW fsync")).isEqualTo("on");
            assertThat(admin.value("SHOW synchronous_commit")).isEqualTo("on");
        }
    }

    @Test
    void values_are_read_as_the_server_prints_them() {
        TestDatabase db = TestPostgres.shared().createDatabase("kit_values");
        assertThat(db.query(
                        "SELECT true, '\\x00ff'::bytea, 'infinity'::timestamp, 1.50::numeric, NULL, '1 mon'::interval,"
                                + " '{fn x}', '0044-03-15 BC'::date"))
                .containsExactly(java.util.Arrays.asList(
                        "t", "\\x00ff", "infinity", "1.50", null, "1 mon", "{fn x}", "0044-03-15 BC"));
        db.execute("CREATE TABLE t (a int); INSERT INTO t VALUES (1), (2)");
        assertThat(db.number("SELECT sum(a) FROM t")).isEqualTo(3);
        assertThatThrownBy(() -> db.execute("SELECT nonsense FROM t")).hasMessageContaining("nonsense");
        db.dropForce();
    }

    @Test
    void a_database_with_slots_prepared_transactions_and_sessions_can_be_dropped() throws SQLException {
        TestDatabase db = TestPostgres.shared().createDatabase("Kit \"Drop\" é");
        db.execute("CREATE TABLE t (a int)");
        // Before the transaction is prepared: making a slot waits for the end of all that are under way.
        db.query("SELECT pg_create_logical_replication_slot('kit_drop', 'pgoutput')");
        db.execute("BEGIN");
        db.execute("INSERT INTO t VALUES (1)");
        db.execute("PREPARE TRANSACTION 'kit-drop'");
        try (Connection other = db.connect()) {
            Sql.execute(other, "BEGIN; LOCK TABLE pg_catalog.pg_description");
            db.dropForce();
        }
        try (TestDatabase admin = TestPostgres.shared().database("postgres")) {
            assertThat(admin.query("SELECT 1 FROM pg_database WHERE datname = " + Sql.literal(db.name())))
                    .isEmpty();
        }
    }

    @Test
    void a_terminated_session_is_replaced() {
        TestDatabase db = TestPostgres.shared().createDatabase("kit_terminate");
        long pid = db.number("SELECT pg_backend_pid()");
        try (TestDatabase second = TestPostgres.shared().database(db.name())) {
            assertThat(second.terminateSessions("testkit")).isEqualTo(1);
        }
        assertThatThrownBy(() -> db.value("SELECT 1")).isInstanceOf(SqlFailure.class);
        assertThat(db.query("SELECT pg_backend_pid() <> " + pid)).isEqualTo(List.of(List.of("t")));
        db.dropForce();
    }
}

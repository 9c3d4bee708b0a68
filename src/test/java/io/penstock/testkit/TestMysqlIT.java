package io.penstock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TestMysqlIT {
    @Test
    void servers_are_separate_and_log_rows() {
        TestMysql source = TestMysql.mariaDb();
        TestMysql target = TestMysql.mariaDbTarget();
        assertThat(source.port()).isNotEqualTo(target.port());
        assertThat(TestMysql.mariaDb()).isSameAs(source);
        try (MysqlDatabase admin = source.database("")) {
            assertThat(admin.value("SELECT @@version")).contains("MariaDB");
            assertThat(admin.value("SELECT @@binlog_format")).isEqualTo("ROW");
            assertThat(admin.value("SELECT @@binlog_row_metadata")).isEqualTo("FULL");
            assertThat(admin.number("SELECT @@log_bin")).isEqualTo(1);
            assertThat(admin.value("SELECT @@sql_mode")).contains("STRICT_TRANS_TABLES");
        }
    }

    @Test
    void values_are_read_as_the_server_prints_them() {
        MysqlDatabase db = TestMysql.mariaDb().createDatabase("kit_values");
        db.execute(
                "CREATE TABLE t (a bigint unsigned, b varbinary(9), c time(6), d timestamp(6), e tinyint(1), f bit(9),"
                        + " g double, h text, i year, j date); SET sql_mode = '';"
                        + " INSERT INTO t VALUES (18446744073709551615, X'00FF', '-838:59:59', '2024-02-29 23:59:59.5', 1, b'1',"
                        + " 0.1, '{fn x} é 😀', 1901, '0000-00-00')");
        assertThat(db.query("SELECT *, NULL FROM t"))
                .containsExactly(Arrays.asList(
                        "18446744073709551615",
                        "00FF",
                        "-838:59:59.000000",
                        "2024-02-29 23:59:59.500000",
                        "1",
                        "0001",
                        "0.1",
                        "{fn x} é 😀",
                        "1901",
                        "0000-00-00",
                        null));
        assertThatThrownBy(() -> db.execute("SELECT 1; SELECT nonsense FROM t")).hasMessageContaining("nonsense");
        db.dropForce();
    }

    @Test
    void a_database_with_odd_characters_and_sessions_can_be_dropped() throws SQLException {
        MysqlDatabase db = TestMysql.mariaDb().createDatabase("Kit `Drop` é");
        db.execute("CREATE TABLE t (a int)");
        try (Connection other = db.connect()) {
            MysqlSql.execute(other, "BEGIN; INSERT INTO t VALUES (1)");
            db.dropForce();
        }
        try (MysqlDatabase admin = TestMysql.mariaDb().database("")) {
            assertThat(admin.query("SHOW DATABASES LIKE 'Kit%'")).isEmpty();
        }
    }

    @Test
    void a_killed_session_is_replaced() {
        MysqlDatabase db = TestMysql.mariaDb().createDatabase("kit_kill");
        long id = db.number("SELECT CONNECTION_ID()");
        try (MysqlDatabase second = TestMysql.mariaDb().database(db.name())) {
            assertThat(second.killSessions()).isEqualTo(1);
        }
        assertThatThrownBy(() -> db.value("SELECT 1")).isInstanceOf(SqlFailure.class);
        assertThat(db.number("SELECT CONNECTION_ID()")).isNotEqualTo(id);
        db.dropForce();
    }
}

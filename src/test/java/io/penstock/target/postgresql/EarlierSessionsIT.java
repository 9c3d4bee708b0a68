package io.penstock.target.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.config.ConnectionUrl;
import io.penstock.model.Epoch;
import io.penstock.model.LoopName;
import io.penstock.testkit.Eventually;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whose sessions a new reign ends, and whose it never touches. */
class EarlierSessionsIT {
    private static final LoopName SHOP = new LoopName("shop");
    private static final Epoch REIGN = new Epoch(5);
    private static final String EARLIER = "penstock/shop/4/serial";

    private final Vertx vertx = Vertx.vertx();
    private final String database = LaneServer.newDatabase();
    private final List<Connection> sessions = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (Connection session : sessions) {
            session.close();
        }
        vertx.close().await(10, TimeUnit.SECONDS);
    }

    @Test
    void only_sessions_of_this_loop_with_a_lower_epoch_end() throws Exception {
        List<String> others = List.of(
                "penstock/shop/5/serial",
                "penstock/shop/40/serial",
                "penstock/shop2/1/serial",
                "penstock/sho/1/serial",
                "penstock/shop/4",
                "penstock/shop/x/serial",
                "Penstock/shop/4/serial",
                "reports");
        for (String name : others) {
            open(database, "postgres", name);
        }
        open("postgres", "postgres", EARLIER);
        open(database, "postgres", EARLIER);
        open(database, "postgres", "penstock/shop/0/copy");
        assertThat(endAs("postgres")).isEmpty();
        Eventually.becomes("who is left", this::left, left -> left.size() == others.size());
        assertThat(left()).containsExactlyInAnyOrderElementsOf(others);
        assertThat(sessions.get(others.size()).isValid(5))
                .as("the same name in another database")
                .isTrue();
    }

    @Test
    void without_the_right_it_says_what_to_grant_and_leaves_the_session() throws Exception {
        run("CREATE ROLE weak_owner LOGIN; CREATE ROLE former_owner LOGIN");
        open(database, "former_owner", EARLIER);
        assertThat(endAs("weak_owner"))
                .singleElement()
                .asString()
                .contains(EARLIER, "former_owner", "GRANT pg_signal_backend TO", "weak_owner");
        assertThat(sessions.get(0).isValid(5)).isTrue();
        run("GRANT pg_signal_backend TO weak_owner");
        assertThat(endAs("weak_owner")).isEmpty();
        Eventually.becomes("ended", this::left, List::isEmpty);
    }

    private List<String> endAs(String role) throws Exception {
        ConnectionUrl url = LaneServer.url(database, role);
        PostgresExecutor executor =
                new PostgresExecutor(vertx, new PostgresSessions(url, Duration.ofSeconds(20)), "penstock");
        try {
            return new EarlierSessions(executor).endBefore(SHOP, REIGN).await(20, TimeUnit.SECONDS);
        } finally {
            executor.close().await(10, TimeUnit.SECONDS);
        }
    }

    private void open(String where, String role, String name) throws SQLException {
        int port = LaneServer.url(where, role).port();
        Connection session =
                DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port + "/" + where + "?user=" + role);
        sessions.add(session);
        try (Statement statement = session.createStatement()) {
            statement.execute("SET application_name = '" + name + "'");
        }
    }

    private void run(String sql) throws SQLException {
        try (Connection admin = LaneServer.connect(database);
                Statement statement = admin.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<String> left() throws SQLException {
        List<String> names = new ArrayList<>();
        try (Connection admin = LaneServer.connect(database);
                Statement statement = admin.createStatement();
                ResultSet rows = statement.executeQuery("SELECT application_name FROM pg_stat_activity WHERE datname ="
                        + " current_database() AND pid <> pg_backend_pid() AND application_name <> 'penstock'")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }
}

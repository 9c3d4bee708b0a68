package io.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.penstock.testkit.Eventually;
import io.penstock.testkit.LoopStatus;
import io.penstock.testkit.LoopYaml;
import io.penstock.testkit.PenstockApi;
import io.penstock.testkit.TestDatabase;
import io.penstock.testkit.TestPostgres;
import java.time.Duration;

/** One loop of a node, with databases of its own: table t, with one row, on the source. */
final class Trial {
    static final String TABLE = "CREATE TABLE t (id int PRIMARY KEY, v text)";
    /** Stands in rows only; whoever prints it prints row data. */
    static final String VALUE = "v4lue-0f-a-row";

    private static final String ROWS = "SELECT id, v FROM t ORDER BY id";
    private static final Duration LIMIT = Duration.ofSeconds(40);

    final String name;
    final TestDatabase source;
    final TestDatabase target;
    final LoopYaml yaml;
    private PenstockApi api;

    Trial(String name) {
        this.name = name;
        source = TestPostgres.shared().createDatabase(name);
        target = TestPostgres.target().createDatabase(name);
        source.execute(TABLE + "; INSERT INTO t VALUES (1, 'one')");
        yaml = LoopYaml.loop(name, source, target).patterns("public.t").set("retryDelay", "1s");
    }

    /** The operator has made the target's tables. */
    Trial ownTables(String sql) {
        if (!sql.isEmpty()) {
            target.execute(sql);
        }
        yaml.createTables(false);
        return this;
    }

    /** Transactions are never seen in part, not even right behind the copy. */
    Trial serial() {
        yaml.set("mode", "serial");
        return this;
    }

    String slot() {
        return "penstock_" + name;
    }

    void on(PenstockApi node) {
        api = node;
    }

    LoopStatus status() {
        return api.status(name);
    }

    void insert(int id, String value) {
        source.execute("INSERT INTO t VALUES (" + id + ", '" + value + "')");
    }

    /** What, where and remedy of the error with which the loop has stopped; none of them is empty. */
    JsonNode failed() {
        LoopStatus status = Eventually.becomes(name + " fails", LIMIT, this::status, LoopStatus::isFailed);
        return complete(status);
    }

    /** The same of a loop that tries again by itself. */
    JsonNode troubled(String what) {
        return complete(Eventually.becomes(
                name + " is troubled by " + what,
                LIMIT,
                this::status,
                s -> !s.state().equals("RUNNING") && s.error().contains(what)));
    }

    private JsonNode complete(LoopStatus status) {
        JsonNode error = status.json().path("error");
        for (String part : new String[] {"what", "where", "remedy"}) {
            assertThat(error.path(part).asText()).as(part + " in " + status).isNotBlank();
        }
        return error;
    }

    void post(String command) {
        assertThat(api.post(name, command, "{}")).as(command).isTrue();
    }

    void pause() {
        post("pause");
        Eventually.becomes(name + " pauses", LIMIT, this::status, s -> s.state().equals("PAUSED"));
    }

    void runs() {
        Eventually.becomes(name + " runs", LIMIT, this::status, s -> s.state().equals("RUNNING") && s.copyIsDone());
    }

    /** The loop runs, nothing was lost, and what comes now arrives too. */
    void isWhole() {
        runs();
        source.execute("INSERT INTO t SELECT max(id) + 1, 'afterwards' FROM t");
        Eventually.becomes(name + " is equal", LIMIT, () -> target.query(ROWS), source.query(ROWS)::equals);
        Eventually.becomes("no error of a loop that runs", LIMIT, () -> status().error(), String::isEmpty);
    }

    /** The source's URL as another role, or by another way. */
    Trial from(String user, String password, int port) {
        yaml.source("url", "postgresql://" + user + ":" + password + "@127.0.0.1:" + port + "/" + source.name());
        return this;
    }

    /** The target's URL as another role, or by another way. */
    Trial into(String user, String password, int port) {
        yaml.target("url", "postgresql://" + user + ":" + password + "@127.0.0.1:" + port + "/" + target.name());
        return this;
    }

    void drop() {
        source.dropForce();
        target.dropForce();
    }
}

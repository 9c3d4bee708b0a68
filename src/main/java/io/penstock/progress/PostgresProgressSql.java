package io.penstock.progress;

import io.penstock.model.Epoch;
import io.penstock.model.Lane;
import io.penstock.model.LanePosition;
import io.penstock.model.LoopName;
import io.penstock.target.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The statements of the progress store, for PostgreSQL.
 *
 * <p>Who waits for whom: a lane's transaction locks its own lane row and nothing else; a copy holds the loop's row with
 * KEY SHARE, beside which the reign may still update it; a new reign first takes the loop's row FOR UPDATE, which waits
 * for both copies and updates, and then the lane rows.
 *
 * <p>Statements that raise do so by casting a text that holds a row count to a number. The count is not known before
 * the rows are, so the planner can't fold the cast, and CASE does not evaluate it where the count is right.
 */
record PostgresProgressSql() implements ProgressSql {
    /** Any number, as long as it is the same for all nodes: "penstock" on a telephone's keys. */
    private static final long INSTALL_LOCK = 73_678_625L;

    private static final String RAISE_UNLESS_ONE = "CASE WHEN count(*) = 1 THEN 1 ELSE ('" + FENCED + ": ' || ";

    private static final String LANE_RAISE = RAISE_UNLESS_ONE
            + "'lane ' || $2 || ' of loop ' || $1 || ' is not at epoch ' || $3 || ', ' || $4 || ' #' || $5"
            + " || '; rows found: ' || count(*))::int END AS ok FROM ";

    private static final String LOOP_RAISE = RAISE_UNLESS_ONE
            + "'loop ' || $1 || ' is not at epoch ' || $2 || '; rows found: ' || count(*))::int END AS ok FROM ";

    private static final String LANE_AT =
            " WHERE loop = $1 AND lane = $2 AND epoch = $3 AND stamp = $4 AND ordinal = $5";

    private static final String ADVANCE_LANE = "WITH moved AS (UPDATE penstock.lanes SET stamp = $6, ordinal = $7"
            + LANE_AT + " RETURNING 1) SELECT " + LANE_RAISE + "moved";

    private static final String HOLD_LANE =
            "SELECT " + LANE_RAISE + "(SELECT 1 FROM penstock.lanes" + LANE_AT + " FOR UPDATE) held";

    private static final String REMOVE_LANE =
            "WITH removed AS (DELETE FROM penstock.lanes" + LANE_AT + " RETURNING 1) SELECT " + LANE_RAISE + "removed";

    // --- tables ---

    @Override
    public Statement findMeta() {
        return Statement.of("SELECT to_regclass('penstock.meta')::text AS meta");
    }

    @Override
    public Statement version() {
        return Statement.of("SELECT max(version) AS version FROM penstock.meta");
    }

    @Override
    public List<Statement> install(int version) {
        List<Statement> statements = new ArrayList<>(List.of(
                Statement.of("SELECT 1 AS locked FROM pg_advisory_xact_lock(" + INSTALL_LOCK + ")"),
                // Who comes second needs no notice of each thing that is there.
                Statement.of("SET LOCAL client_min_messages = warning"),
                Statement.of("CREATE SCHEMA IF NOT EXISTS penstock"),
                Statement.of("CREATE TABLE IF NOT EXISTS penstock.meta (version int PRIMARY KEY)"),
                Statement.of("CREATE TABLE IF NOT EXISTS penstock.loops ("
                        + "name text PRIMARY KEY, epoch bigint NOT NULL, owner text NOT NULL, source_identity text, "
                        + "consistent_point text, routing text, copy_state text NOT NULL DEFAULT 'none', "
                        + "copy_stamp text, updated_at timestamptz NOT NULL DEFAULT now())"),
                // Half-empty pages: the hot rows are updated in place, without index entries.
                Statement.of("CREATE TABLE IF NOT EXISTS penstock.lanes ("
                        + "loop text, lane text, epoch bigint NOT NULL, stamp text NOT NULL, ordinal bigint NOT NULL, "
                        + "PRIMARY KEY (loop, lane)) WITH (fillfactor = 50)"),
                Statement.of("INSERT INTO penstock.meta (version) SELECT 1"
                        + " WHERE NOT EXISTS (SELECT FROM penstock.meta)")));
        statements.addAll(PostgresCopySql.install());
        // A newer version stays what it is, and is refused.
        statements.add(Statement.of("UPDATE penstock.meta SET version = " + version + " WHERE version < " + version));
        statements.add(version());
        return statements;
    }

    @Override
    public CopySql copies() {
        return new PostgresCopySql();
    }

    // --- a reign ---

    @Override
    public List<Statement> raise(LoopName loop, String owner) {
        return List.of(
                Statement.of(
                        "INSERT INTO penstock.loops (name, epoch, owner) VALUES ($1, 0, $2) ON CONFLICT DO NOTHING",
                        loop.text(),
                        owner),
                Statement.of("SELECT 1 AS held FROM penstock.loops WHERE name = $1 FOR UPDATE", loop.text()),
                Statement.of(
                        "UPDATE penstock.loops SET epoch = epoch + 1, owner = $2, updated_at = now() WHERE name = $1",
                        loop.text(),
                        owner),
                Statement.of(
                        "UPDATE penstock.lanes SET epoch = l.epoch FROM penstock.loops l"
                                + " WHERE l.name = $1 AND loop = $1",
                        loop.text()),
                load(loop));
    }

    @Override
    public Statement longestWait(Duration wait) {
        return Statement.of("SELECT set_config('lock_timeout', $1, true)", Long.toString(wait.toMillis()));
    }

    @Override
    public Statement session(LoopName loop, Epoch epoch, String work) {
        return Statement.of(
                "SELECT set_config('application_name', $1, true)", "penstock/" + loop + "/" + epoch + "/" + work);
    }

    @Override
    public Statement load(LoopName loop) {
        return Statement.of(
                "SELECT l.epoch, l.owner, l.source_identity, l.consistent_point, l.routing, l.copy_state, l.copy_stamp, l.unseen,"
                        + " n.lane, n.stamp, n.ordinal FROM penstock.loops l"
                        + " LEFT JOIN penstock.lanes n ON n.loop = l.name WHERE l.name = $1",
                loop.text());
    }

    @Override
    public Statement holdLoop(LoopName loop, Epoch epoch) {
        return Statement.of(
                "SELECT " + LOOP_RAISE
                        + "(SELECT 1 FROM penstock.loops WHERE name = $1 AND epoch = $2 FOR KEY SHARE) held",
                loop.text(),
                epoch.number());
    }

    // --- lanes ---

    @Override
    public Statement advanceLane(LoopName loop, Epoch epoch, Lane lane, LanePosition from, LanePosition to) {
        return Statement.of(
                ADVANCE_LANE,
                loop.text(),
                lane.id(),
                epoch.number(),
                from.stamp().text(),
                from.ordinal(),
                to.stamp().text(),
                to.ordinal());
    }

    @Override
    public Statement holdLane(LoopName loop, Epoch epoch, Lane lane, LanePosition at) {
        return laneAt(HOLD_LANE, loop, epoch, lane, at);
    }

    @Override
    public Statement removeLane(LoopName loop, Epoch epoch, Lane lane, LanePosition at) {
        return laneAt(REMOVE_LANE, loop, epoch, lane, at);
    }

    private static Statement laneAt(String sql, LoopName loop, Epoch epoch, Lane lane, LanePosition at) {
        return Statement.of(
                sql, loop.text(), lane.id(), epoch.number(), at.stamp().text(), at.ordinal());
    }

    @Override
    public Statement insertLane(LoopName loop, Epoch epoch, Lane lane, LanePosition at) {
        return Statement.of(
                "INSERT INTO penstock.lanes (loop, lane, epoch, stamp, ordinal) VALUES ($1, $2, $3, $4, $5)",
                loop.text(),
                lane.id(),
                epoch.number(),
                at.stamp().text(),
                at.ordinal());
    }

    // --- the loop's row ---

    @Override
    public Statement identify(LoopName loop, Epoch epoch, String identity) {
        return updateLoop("source_identity = $3", "", loop, epoch, identity);
    }

    @Override
    public Statement reroute(LoopName loop, Epoch epoch, String routing) {
        return updateLoop("routing = $3", "", loop, epoch, routing);
    }

    @Override
    public Statement copyStarted(LoopName loop, Epoch epoch) {
        return updateLoop("copy_state = 'running', copy_stamp = NULL", "", loop, epoch);
    }

    @Override
    public Statement copyFinished(LoopName loop, Epoch epoch, String stamp) {
        return updateLoop("copy_state = 'done', copy_stamp = $3", "", loop, epoch, stamp);
    }

    @Override
    public Statement advance(LoopName loop, Epoch epoch, String from, String to, String unseen) {
        return updateLoop(
                "consistent_point = $4, unseen = $5",
                " AND consistent_point IS NOT DISTINCT FROM $3",
                loop,
                epoch,
                from,
                to,
                unseen);
    }

    private static Statement updateLoop(String set, String where, LoopName loop, Epoch epoch, String... values) {
        Object[] arguments = new Object[2 + values.length];
        arguments[0] = loop.text();
        arguments[1] = epoch.number();
        System.arraycopy(values, 0, arguments, 2, values.length);
        return Statement.of(
                "UPDATE penstock.loops SET " + set + ", updated_at = now() WHERE name = $1 AND epoch = $2" + where
                        + " RETURNING 1 AS updated",
                arguments);
    }

    @Override
    public Statement adopt(LoopName loop, Epoch epoch, String routing, String from, String to, String unseen) {
        return Statement.of(
                "WITH adopted AS (UPDATE penstock.loops SET routing = $3, updated_at = now(), unseen = $6,"
                        + " consistent_point = CASE WHEN consistent_point IS NOT DISTINCT FROM $4 THEN $5"
                        + " ELSE consistent_point END"
                        + " WHERE name = $1 AND epoch = $2 RETURNING 1) SELECT " + LOOP_RAISE + "adopted",
                loop.text(),
                epoch.number(),
                routing,
                from,
                to,
                unseen);
    }
}

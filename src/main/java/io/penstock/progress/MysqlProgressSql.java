package io.penstock.progress;

import io.penstock.model.Epoch;
import io.penstock.model.Lane;
import io.penstock.model.LanePosition;
import io.penstock.model.LoopName;
import io.penstock.target.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The statements of the progress store, for MySQL and MariaDB. A text may hold several statements: the server stops at
 * the first that fails, and what counts is what the last one returns.
 *
 * <p>Who waits for whom is as on PostgreSQL. But these servers know no lock that lets a row be updated and not be locked
 * for a new reign, so a copy holds a row of {@code penstock.reigns}, which nothing but a new reign changes.
 *
 * <p>Statements that raise do so by a subquery that must not return more than one row and does. IF evaluates it only
 * where the count is wrong. The sessions count rows that were found, changed or not.
 */
record MysqlProgressSql() implements ProgressSql {
    private static final String RAISE = ", 1, (SELECT 1 UNION ALL SELECT 2)) AS ok";
    private static final String RAISE_UNLESS_CHANGED = "; SELECT IF(ROW_COUNT() = 1" + RAISE;
    private static final String RAISE_UNLESS_FOUND = "SELECT IF(COUNT(*) = 1" + RAISE;
    private static final String ROW_IF_CHANGED = "; SELECT 1 AS updated FROM DUAL WHERE ROW_COUNT() = 1";
    private static final String LANE_AT = " WHERE `loop` = ? AND lane = ? AND epoch = ? AND stamp = ? AND ordinal = ?";
    private static final String TABLE = ") ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";

    // --- tables ---

    /** A table without a row is one whose maker did not come to the end, since tables are made outside of transactions. */
    @Override
    public Statement findMeta() {
        return Statement.of("SET @penstock_meta = IF((SELECT COUNT(*) FROM information_schema.tables"
                + " WHERE table_schema = 'penstock' AND table_name = 'meta') = 1,"
                + " 'SELECT MAX(version) AS meta FROM penstock.meta', 'SELECT NULL AS meta');"
                + " PREPARE penstock_meta FROM @penstock_meta; EXECUTE penstock_meta");
    }

    @Override
    public Statement version() {
        return Statement.of("SELECT MAX(version) AS version FROM penstock.meta");
    }

    /** These servers end a transaction with each of the first: they are such as may come twice. */
    @Override
    public List<Statement> install(int version) {
        List<Statement> statements = new ArrayList<>(List.of(
                Statement.of("CREATE DATABASE IF NOT EXISTS penstock CHARACTER SET utf8mb4"),
                Statement.of("CREATE TABLE IF NOT EXISTS penstock.loops (name varchar(200) PRIMARY KEY,"
                        + " epoch bigint NOT NULL, owner text NOT NULL, source_identity text,"
                        + " consistent_point longtext, routing longtext, copy_state varchar(20) NOT NULL DEFAULT 'none',"
                        + " copy_stamp longtext, unseen longtext, updated_at timestamp(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6)"
                        + " ON UPDATE CURRENT_TIMESTAMP(6)" + TABLE),
                Statement.of("CREATE TABLE IF NOT EXISTS penstock.reigns (`loop` varchar(200) PRIMARY KEY,"
                        + " epoch bigint NOT NULL" + TABLE),
                Statement.of("CREATE TABLE IF NOT EXISTS penstock.lanes (`loop` varchar(200), lane varchar(100),"
                        + " epoch bigint NOT NULL, stamp longtext NOT NULL, ordinal bigint NOT NULL,"
                        + " PRIMARY KEY (`loop`, lane)" + TABLE),
                MysqlCopySql.COPIES,
                MysqlCopySql.CHUNKS,
                Statement.of("CREATE TABLE IF NOT EXISTS penstock.meta (version int PRIMARY KEY" + TABLE),
                Statement.of(
                        "INSERT INTO penstock.meta (version) SELECT ? FROM DUAL"
                                + " WHERE NOT EXISTS (SELECT 1 FROM penstock.meta)"
                                + " ON DUPLICATE KEY UPDATE version = VALUES(version)",
                        version)));
        statements.add(version());
        return statements;
    }

    @Override
    public CopySql copies() {
        return new MysqlCopySql();
    }

    // --- a reign ---

    @Override
    public List<Statement> raise(LoopName loop, String owner) {
        return List.of(
                Statement.of(
                        "INSERT INTO penstock.loops (name, epoch, owner) VALUES (?, 0, ?)"
                                + " ON DUPLICATE KEY UPDATE name = VALUES(name)",
                        loop.text(),
                        owner),
                Statement.of(
                        "UPDATE penstock.loops SET epoch = epoch + 1, owner = ? WHERE name = ?", owner, loop.text()),
                Statement.of(
                        "INSERT INTO penstock.reigns (`loop`, epoch) SELECT name, epoch FROM penstock.loops"
                                + " WHERE name = ? ON DUPLICATE KEY UPDATE epoch = VALUES(epoch)",
                        loop.text()),
                Statement.of(
                        "UPDATE penstock.lanes SET epoch = (SELECT epoch FROM penstock.loops WHERE name = ?)"
                                + " WHERE `loop` = ?",
                        loop.text(),
                        loop.text()),
                load(loop));
    }

    /** In whole seconds, because these servers count so; the sessions' own setting comes back with the next use. */
    @Override
    public Statement longestWait(Duration wait) {
        return Statement.of("SET SESSION innodb_lock_wait_timeout = ?", Math.max(1, (wait.toMillis() + 999) / 1000));
    }

    /** Nothing to name: a transaction of this store goes to the server whole, so that it ends whoever is gone. */
    @Override
    public Statement session(LoopName loop, Epoch epoch, String work) {
        return Statement.of("DO 0");
    }

    @Override
    public Statement load(LoopName loop) {
        return Statement.of(
                "SELECT l.epoch, l.owner, l.source_identity, l.consistent_point, l.routing, l.copy_state, l.copy_stamp, l.unseen,"
                        + " n.lane, n.stamp, n.ordinal FROM penstock.loops l"
                        + " LEFT JOIN penstock.lanes n ON n.`loop` = l.name WHERE l.name = ?",
                loop.text());
    }

    @Override
    public Statement holdLoop(LoopName loop, Epoch epoch) {
        return Statement.of(
                RAISE_UNLESS_FOUND + " FROM penstock.reigns WHERE `loop` = ? AND epoch = ? LOCK IN SHARE MODE",
                loop.text(),
                epoch.number());
    }

    // --- lanes ---

    @Override
    public Statement advanceLane(LoopName loop, Epoch epoch, Lane lane, LanePosition from, LanePosition to) {
        return laneAt(
                "UPDATE penstock.lanes SET stamp = ?, ordinal = ?" + LANE_AT + RAISE_UNLESS_CHANGED,
                loop,
                epoch,
                lane,
                from,
                to.stamp().text(),
                to.ordinal());
    }

    @Override
    public Statement holdLane(LoopName loop, Epoch epoch, Lane lane, LanePosition at) {
        return laneAt(RAISE_UNLESS_FOUND + " FROM penstock.lanes" + LANE_AT + " FOR UPDATE", loop, epoch, lane, at);
    }

    @Override
    public Statement removeLane(LoopName loop, Epoch epoch, Lane lane, LanePosition at) {
        return laneAt("DELETE FROM penstock.lanes" + LANE_AT + RAISE_UNLESS_CHANGED, loop, epoch, lane, at);
    }

    /** @param first arguments that stand before those of the row's place */
    private static Statement laneAt(
            String sql, LoopName loop, Epoch epoch, Lane lane, LanePosition at, Object... first) {
        List<Object> arguments = new ArrayList<>(Arrays.asList(first));
        arguments.addAll(
                List.of(loop.text(), lane.id(), epoch.number(), at.stamp().text(), at.ordinal()));
        return new Statement(sql, arguments);
    }

    @Override
    public Statement insertLane(LoopName loop, Epoch epoch, Lane lane, LanePosition at) {
        return Statement.of(
                "INSERT INTO penstock.lanes (`loop`, lane, epoch, stamp, ordinal) VALUES (?, ?, ?, ?, ?)",
                loop.text(),
                lane.id(),
                epoch.number(),
                at.stamp().text(),
                at.ordinal());
    }

    // --- the loop's row ---

    @Override
    public Statement identify(LoopName loop, Epoch epoch, String identity) {
        return Statement.of(
                updateLoop("source_identity = ?", "") + ROW_IF_CHANGED, identity, loop.text(), epoch.number());
    }

    @Override
    public Statement reroute(LoopName loop, Epoch epoch, String routing) {
        return Statement.of(updateLoop("routing = ?", "") + ROW_IF_CHANGED, routing, loop.text(), epoch.number());
    }

    @Override
    public Statement copyStarted(LoopName loop, Epoch epoch) {
        return Statement.of(
                updateLoop("copy_state = 'running', copy_stamp = NULL", "") + ROW_IF_CHANGED,
                loop.text(),
                epoch.number());
    }

    @Override
    public Statement copyFinished(LoopName loop, Epoch epoch, String stamp) {
        return Statement.of(
                updateLoop("copy_state = 'done', copy_stamp = ?", "") + ROW_IF_CHANGED,
                stamp,
                loop.text(),
                epoch.number());
    }

    @Override
    public Statement advance(LoopName loop, Epoch epoch, String from, String to, String unseen) {
        return Statement.of(
                updateLoop("consistent_point = ?, unseen = ?", " AND consistent_point <=> ?") + ROW_IF_CHANGED,
                to,
                unseen,
                loop.text(),
                epoch.number(),
                from);
    }

    @Override
    public Statement adopt(LoopName loop, Epoch epoch, String routing, String from, String to, String unseen) {
        return Statement.of(
                updateLoop(
                                "routing = ?, unseen = ?, consistent_point = IF(consistent_point <=> ?, ?, consistent_point)",
                                "")
                        + RAISE_UNLESS_CHANGED,
                routing,
                unseen,
                from,
                to,
                loop.text(),
                epoch.number());
    }

    private static String updateLoop(String set, String where) {
        return "UPDATE penstock.loops SET " + set + " WHERE name = ? AND epoch = ?" + where;
    }
}

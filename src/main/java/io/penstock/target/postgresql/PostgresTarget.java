package io.penstock.target.postgresql;

import io.penstock.config.ConnectionUrl;
import io.penstock.model.Epoch;
import io.penstock.model.KeyRange;
import io.penstock.model.Lane;
import io.penstock.model.LoopName;
import io.penstock.model.TableDefinition;
import io.penstock.target.BulkWriter;
import io.penstock.target.ConflictListener;
import io.penstock.target.LaneGuard;
import io.penstock.target.LaneWriter;
import io.penstock.target.SqlExecutor;
import io.penstock.target.Statement;
import io.penstock.target.Target;
import io.penstock.target.TargetException;
import io.penstock.target.TargetSchema;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** A PostgreSQL server. */
public final class PostgresTarget implements Target {
    private static final String FACTS = "SELECT split_part(version(), ' ', 1) || ' ' || split_part(version(), ' ', 2)"
            + " AS product, least(current_setting('max_connections')::int"
            + " - CASE WHEN r.rolsuper THEN 0 ELSE current_setting('superuser_reserved_connections')::int END"
            + " - (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),"
            + " CASE WHEN r.rolconnlimit < 0 OR r.rolsuper THEN 2147483647 ELSE r.rolconnlimit"
            + " - (SELECT count(*) FROM pg_stat_activity WHERE usesysid = r.oid) END,"
            + " CASE WHEN d.datconnlimit < 0 OR r.rolsuper THEN 2147483647 ELSE d.datconnlimit"
            + " - (SELECT count(*) FROM pg_stat_activity WHERE datid = d.oid) END)::int AS free"
            + " FROM pg_roles r, pg_database d WHERE r.rolname = current_user AND d.datname = current_database()";

    /** Local to the statement's own transaction, so that it leaves nothing behind. */
    private static final String TRY_TRIGGERS_OFF = "SELECT set_config('session_replication_role', 'replica', true)";

    /** Linux only, and only for roles that may read the server's files. */
    private static final String CORES = "SELECT (SELECT count(*) FROM regexp_matches(pg_read_file('/proc/stat', 0,"
            + " 1000000, true), '^cpu[0-9]', 'gn'))::int AS cores"
            + " WHERE pg_has_role(current_user, 'pg_read_server_files', 'USAGE')";

    private final Vertx vertx;
    private final PostgresSessions sessions;
    private final PostgresExecutor executor;
    private final TargetSchema schema;
    private final TargetTables tables;
    private final BulkOpener bulk;
    private final ConflictListener conflicts;
    private final AtomicBoolean triggersOff;
    private final FreshRows fresh = new FreshRows();

    /** Puts the parts of one target together. */
    public static PostgresTarget of(Vertx vertx, ConnectionUrl url, Duration applyTimeout, ConflictListener conflicts) {
        PostgresSessions sessions = new PostgresSessions(url, applyTimeout);
        PostgresExecutor executor = new PostgresExecutor(vertx, sessions, "penstock");
        AtomicBoolean triggersOff = new AtomicBoolean();
        PostgresSchema schema = new PostgresSchema(executor, triggersOff::get);
        BulkOpener bulk = PostgresBulk.opener(url, schema, triggersOff::get);
        return new PostgresTarget(vertx, sessions, executor, schema, schema, bulk, conflicts, triggersOff);
    }

    /**
     * @param executor closed with the target
     * @param triggersOff set by {@link #inspect}
     */
    PostgresTarget(
            Vertx vertx,
            PostgresSessions sessions,
            PostgresExecutor executor,
            TargetSchema schema,
            TargetTables tables,
            BulkOpener bulk,
            ConflictListener conflicts,
            AtomicBoolean triggersOff) {
        this.vertx = vertx;
        this.sessions = sessions;
        this.executor = executor;
        this.schema = schema;
        this.tables = tables;
        this.bulk = bulk;
        this.conflicts = conflicts;
        this.triggersOff = triggersOff;
    }

    @Override
    public Future<TargetFacts> inspect() {
        return executor.query(Statement.of(FACTS))
                .compose(facts -> canSwitchTriggersOff()
                        .compose(off -> cores().map(cores -> {
                            triggersOff.set(off);
                            Map<String, Object> row = facts.get(0);
                            return new TargetFacts((String) row.get("product"), cores, (Integer) row.get("free"), off);
                        })));
    }

    private Future<Boolean> canSwitchTriggersOff() {
        return executor.query(Statement.of(TRY_TRIGGERS_OFF))
                .map(true)
                .recover(error -> error instanceof TargetException refused
                                && refused.code().equals("42501")
                        ? Future.succeededFuture(false)
                        : Future.failedFuture(error));
    }

    private Future<Integer> cores() {
        return executor.query(Statement.of(CORES))
                .map(rows -> rows.isEmpty() || (Integer) rows.get(0).get("cores") == 0
                        ? -1
                        : (Integer) rows.get(0).get("cores"))
                .otherwise(-1);
    }

    @Override
    public SqlExecutor sql() {
        return executor;
    }

    @Override
    public TargetSchema schema() {
        return schema;
    }

    @Override
    public Future<LaneWriter> openLane(LoopName loop, Lane lane, String session, LaneGuard guard) {
        String where = "connecting lane " + lane + " of loop " + loop + " to " + sessions.where();
        return LaneSession.open(vertx, sessions, session, triggersOff.get())
                .<LaneWriter>map(opened -> new PostgresLane(opened, guard, tables, fresh, conflicts))
                .recover(error -> Future.failedFuture(PostgresErrors.of(error, where)));
    }

    @Override
    public Future<List<String>> endSessionsBefore(LoopName loop, Epoch reign) {
        return new EarlierSessions(executor).endBefore(loop, reign);
    }

    @Override
    public BulkWriter openBulk(TableDefinition table, KeyRange range, String session, Statement guard) {
        return bulk.open(table, range, session, guard);
    }

    @Override
    public Future<Void> close() {
        return executor.close();
    }

    /** For messages. */
    @Override
    public String toString() {
        return sessions.where();
    }
}

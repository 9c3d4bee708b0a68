package io.penstock.target.mysql;

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
import io.penstock.target.OwnSession;
import io.penstock.target.SqlExecutor;
import io.penstock.target.Statement;
import io.penstock.target.Target;
import io.penstock.target.TargetSchema;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A MySQL or MariaDB server. */
public final class MysqlTarget implements Target {
    private static final String FACTS = "SELECT VERSION() AS version, CAST(@@max_connections AS SIGNED)"
            + " - (SELECT COUNT(*) FROM information_schema.processlist) AS free,"
            // The one server says how many processors it has by what its pool of threads would be; the other does not.
            + " -1 /*M!100000 * 0 + @@thread_pool_size */ AS cores";

    private static final String COLLATIONS =
            "SELECT collation_name AS name FROM information_schema.collations WHERE collation_name IS NOT NULL";

    private final Vertx vertx;
    private final MysqlSessions sessions;
    private final MysqlExecutor executor;
    private final KnownTables known = new KnownTables();
    private final MysqlSchema schema;
    private final NamedSessions named;
    private final ConflictListener conflicts;
    private final FreshRows fresh = new FreshRows();
    private Future<Dialect> server;
    private Future<Void> sessionsTable;

    private MysqlTarget(
            Vertx vertx, MysqlSessions sessions, MysqlExecutor executor, Naming naming, ConflictListener conflicts) {
        this.vertx = vertx;
        this.sessions = sessions;
        this.executor = executor;
        this.schema = new MysqlSchema(executor, this::server, naming, known);
        this.named = new NamedSessions(executor);
        this.conflicts = conflicts;
    }

    /**
     * Puts the parts of one target together.
     *
     * @param home the source's schema (PostgreSQL) or database whose tables go to the database of the url
     */
    public static MysqlTarget of(
            Vertx vertx, ConnectionUrl url, String home, Duration applyTimeout, ConflictListener conflicts) {
        MysqlSessions sessions = new MysqlSessions(url, applyTimeout);
        return new MysqlTarget(
                vertx, sessions, new MysqlExecutor(vertx, sessions), new Naming(home, url.database()), conflicts);
    }

    @Override
    public Future<TargetFacts> inspect() {
        return executor.query(Statement.of(FACTS))
                .compose(facts -> server().map(dialect -> {
                    Map<String, Object> row = facts.get(0);
                    int cores = ((Number) row.get("cores")).intValue();
                    int free = ((Number) row.get("free")).intValue();
                    // Foreign keys are off in all sessions; what is said of triggers stands in the warnings of prepare.
                    return new TargetFacts(dialect.product(), cores > 0 ? cores : -1, free, true);
                }));
    }

    /** Asked once; a failure is forgotten. */
    private synchronized Future<Dialect> server() {
        if (server == null || server.failed()) {
            server = executor.query(Statement.of("SELECT VERSION() AS version"))
                    .compose(version -> executor.query(Statement.of(COLLATIONS)).map(rows -> {
                        Set<String> names = new HashSet<>();
                        rows.forEach(row -> names.add((String) row.get("name")));
                        return Dialect.of((String) version.get(0).get("version"), names);
                    }));
        }
        return server;
    }

    private synchronized Future<Void> sessionsTable() {
        if (sessionsTable == null || sessionsTable.failed()) {
            sessionsTable = named.created();
        }
        return sessionsTable;
    }

    @Override
    public SqlExecutor sql() {
        return executor;
    }

    /** How far a commit waits is the server's own setting, the same for lanes and for this: nothing to be proved. */
    @Override
    public Future<OwnSession> openSession(String session) {
        return Future.succeededFuture(new Shared(executor));
    }

    private record Shared(SqlExecutor executor) implements OwnSession {
        @Override
        public Future<List<Map<String, Object>>> query(Statement statement) {
            return executor.query(statement);
        }

        @Override
        public Future<List<Map<String, Object>>> transaction(List<Statement> statements) {
            return executor.transaction(statements);
        }

        @Override
        public Future<Void> close() {
            return Future.succeededFuture();
        }
    }

    @Override
    public TargetSchema schema() {
        return schema;
    }

    @Override
    public Future<LaneWriter> openLane(LoopName loop, Lane lane, String session, LaneGuard guard) {
        String where = "connecting lane " + lane + " of loop " + loop + " to " + sessions.where();
        return sessionsTable()
                .compose(done -> LaneSession.open(vertx, sessions, session))
                .<LaneWriter>map(opened -> new MysqlLane(opened, guard, known, fresh, conflicts))
                .recover(error -> Future.failedFuture(MysqlErrors.of(error, where)));
    }

    @Override
    public Future<List<String>> endSessionsBefore(LoopName loop, Epoch reign) {
        return named.endBefore(loop, reign);
    }

    @Override
    public BulkWriter openBulk(TableDefinition table, KeyRange range, String session, Statement guard) {
        return MysqlBulk.open(BulkSession.open(vertx, sessions, session), known, table, range, guard);
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

package io.penstock.source.mysql;

import io.penstock.config.LoopConfig;
import io.penstock.model.TableDefinition;
import io.penstock.source.Backfiller;
import io.penstock.source.ChangeFeed;
import io.penstock.source.Dialect;
import io.penstock.source.SourceException;
import io.penstock.stamp.GtidStamp;
import io.penstock.stamp.MariaDbGtidStamp;
import io.penstock.stamp.Stamp;
import io.penstock.stamp.UnreadableStampException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;

/** MySQL or MariaDB as the source of one loop. */
public final class MySqlDialect implements Dialect {
    private final Vertx vertx;
    private final LoopConfig loop;
    private final Connections connections;
    private final TableNames names;
    private final BlockingWork work;
    private final StatusReader status;

    public MySqlDialect(Vertx vertx, LoopConfig loop) {
        this.vertx = vertx;
        this.loop = loop;
        this.connections = new Connections(vertx, loop.source().url());
        this.names = new TableNames(loop);
        this.work = new BlockingWork(vertx, "penstock-source-" + loop.name());
        this.status = new StatusReader(connections);
    }

    @Override
    public Future<Prepared> prepare(KnownPosition known) {
        return work.run("connect to " + connections.where(), () -> {
            try (Session session = connections.open()) {
                ServerFacts server = ServerFacts.read(session);
                List<String> warnings = check(session, server);
                String identity = server.identity(connections.url().database());
                if (known.identity() != null && !known.identity().equals(identity)) {
                    throw SourceException.fatal(
                            "the loop has read from " + known.identity() + ", and " + connections.where() + " is "
                                    + identity,
                            "name the server that the loop began with in source.url, or begin a new loop");
                }
                return new Prepared(
                        identity, start(known, new ServerLog(session, server)), copyWanted(known), warnings);
            }
        });
    }

    private boolean copyWanted(KnownPosition known) {
        return loop.backfill() && !known.copyFinished();
    }

    private Stamp start(KnownPosition known, ServerLog log) {
        if (known.consistentPoint() != null) {
            log.checkHas(known.consistentPoint());
            return known.consistentPoint();
        }
        String wanted = loop.source().startAt();
        if (wanted == null) {
            return log.end();
        }
        Stamp start = startAt(wanted, log.end());
        log.checkHas(start);
        return start;
    }

    private static Stamp startAt(String text, Stamp end) {
        try {
            if (end instanceof MariaDbGtidStamp && !text.contains(":")) {
                return MariaDbGtidStamp.ofPosition(text);
            }
            return end instanceof GtidStamp && !text.startsWith("gtid:") ? GtidStamp.ofSet(text) : Stamp.parse(text);
        } catch (UnreadableStampException e) {
            throw SourceException.fatal(
                    "source.startAt: " + e.getMessage(), "write a position such as the server's own: " + end.text());
        }
    }

    private List<String> check(Session session, ServerFacts server) {
        ServerChecks checks = new ServerChecks(server);
        checks.wayThere(connections.url());
        checks.settings();
        checks.rights(session);
        checks.serverId(session, ServerId.of(loop));
        if (!server.logsCascades()) {
            ServerChecks.cascades(new Catalog(session, server.isMariaDb()).foreignKeys(), names::selects);
        }
        return checks.warnings();
    }

    @Override
    public Future<List<String>> look() {
        return work.run("look at " + connections.where(), () -> {
            try (Session session = connections.open()) {
                return check(session, ServerFacts.read(session));
            }
        });
    }

    @Override
    public Future<List<TableDefinition>> describe() {
        return work.run("read the catalogue of " + connections.where(), () -> {
            try (Session session = connections.open()) {
                ServerFacts server = ServerFacts.read(session);
                Definitions definitions = new Definitions(names, server.product());
                return new Catalog(session, server.isMariaDb())
                        .read(names::selects).stream().map(definitions::of).toList();
            }
        });
    }

    @Override
    public ChangeFeed feed() {
        return new MySqlFeed(vertx, loop, connections, names);
    }

    @Override
    public Backfiller backfiller() {
        return new MySqlBackfiller(connections, names, work);
    }

    @Override
    public Future<SourceStatus> status() {
        return work.run("ask " + connections.where() + " how it stands", status::read);
    }

    @Override
    public Future<Void> close() {
        return work.<Void>run("close the connection to " + connections.where(), () -> {
                    status.close();
                    return null;
                })
                .eventually(work::close);
    }
}

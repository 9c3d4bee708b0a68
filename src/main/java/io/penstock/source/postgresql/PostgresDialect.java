package io.penstock.source.postgresql;

import io.penstock.config.LoopConfig;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.source.Backfiller;
import io.penstock.source.ChangeFeed;
import io.penstock.source.Dialect;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** PostgreSQL 10 or newer as the source of one loop. */
public final class PostgresDialect implements Dialect {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresDialect.class);

    private final Vertx vertx;
    private final LoopConfig loop;
    private final Connections connections;
    private final ReplicatedTables tables;
    private final BlockingWork work;
    private final StatusReader status;
    private final KeptConnection questions;
    private volatile Set<TableName> followed = Set.of();

    public PostgresDialect(Vertx vertx, LoopConfig loop) {
        this.vertx = vertx;
        this.loop = loop;
        this.connections = new Connections(loop.source().url(), loop.name());
        this.tables = new ReplicatedTables(
                new TableSelection(loop.source()), loop.source().publication());
        this.work = new BlockingWork(vertx, "penstock-source-" + loop.name());
        this.status = new StatusReader(connections, loop.source().slot());
        this.questions = new KeptConnection(connections, Connections.SHORT_ANSWERS_SECONDS);
    }

    @Override
    public Future<Prepared> prepare(KnownPosition known) {
        if (known.reign() != null) {
            connections.reign(known.reign());
        }
        return work.run("connect to " + connections.where(), () -> new Preparation(loop, connections, known).run());
    }

    @Override
    public Future<List<String>> look() {
        return work.run(
                "look at " + connections.where(), () -> new Preparation(loop, connections, KnownPosition.FRESH).look());
    }

    @Override
    public Future<List<TableDefinition>> describe() {
        return work.run("read the catalogue of " + connections.where(), () -> {
            try (Connection connection = connections.open(Connections.SHORT_ANSWERS_SECONDS)) {
                List<TableDefinition> read = tables.read(connection).stream()
                        .map(ReplicatedTable::definition)
                        .toList();
                followed = read.stream().map(TableDefinition::name).collect(Collectors.toSet());
                return read;
            }
        });
    }

    @Override
    public ChangeFeed feed() {
        return new PostgresFeed(vertx, loop, connections, tables);
    }

    @Override
    public Backfiller backfiller() {
        return new PostgresBackfiller(connections, tables, work, questions);
    }

    @Override
    public Future<SourceStatus> status() {
        return work.run("ask " + connections.where() + " how it stands", status::read);
    }

    @Override
    public Future<Void> tablesStillFollowed() {
        return work.run("look for lost tables of " + connections.where(), () -> {
            try (Connection connection = connections.open(Connections.SHORT_ANSWERS_SECONDS)) {
                new LostTables(tables).check(connection, followed);
            } catch (SQLException e) {
                LOG.debug("loop {}: the source's tables could not be looked at: {}", loop.name(), e.getMessage());
            }
            return null;
        });
    }

    @Override
    public Future<Void> close() {
        return work.run("close the connection to " + connections.where(), () -> {
                    questions.close();
                    return status.close();
                })
                .eventually(work::close);
    }
}

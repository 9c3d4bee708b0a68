package io.penstock.source.postgresql;

import io.penstock.model.TableDefinition;
import io.penstock.source.Backfiller;
import io.penstock.source.Moment;
import io.vertx.core.Future;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;

/** Copies by snapshots, one a part of a table: PostgreSQL tells of each which transactions it sees. */
final class PostgresBackfiller implements Backfiller {
    private final Connections connections;
    private final ShapesAtMoment shapes;
    private final BlockingWork work;
    private final KeptConnection questions;

    PostgresBackfiller(Connections connections, ReplicatedTables tables, BlockingWork work, KeptConnection questions) {
        this.connections = connections;
        this.shapes = new ShapesAtMoment(tables);
        this.work = work;
        this.questions = questions;
    }

    @Override
    public Moment moment(String text) {
        return SnapshotMoment.parse(text);
    }

    @Override
    public Future<Moment> now() {
        return work.run(
                "ask " + connections.where() + " what it shows",
                () -> questions.ask(connection -> {
                    try (Statement statement = connection.createStatement();
                            ResultSet row = statement.executeQuery("SELECT " + SnapshotMoment.CURRENT)) {
                        row.next();
                        return SnapshotMoment.parse(row.getString(1));
                    }
                }));
    }

    @Override
    public Future<int[]> places(TableDefinition table, List<List<String>> bounds, List<List<String>> keys) {
        return work.run(
                "compare keys of " + table.name() + " at " + connections.where(),
                () -> questions.ask(connection -> new KeyPlaces(table).read(connection, bounds, keys)));
    }

    @Override
    public ChunkReader reader() {
        return new PostgresChunkReader(connections, shapes);
    }
}

package io.penstock.source.mysql;

import io.penstock.model.TableDefinition;
import io.penstock.source.Backfiller;
import io.penstock.source.Moment;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/** Copies by snapshots, one a part of a table, each placed in the log. Nothing is locked and nothing written. */
final class MySqlBackfiller implements Backfiller {
    private static final int KEYS_A_QUESTION = 50;

    private final Connections connections;
    private final TableNames names;
    private final BlockingWork work;

    MySqlBackfiller(Connections connections, TableNames names, BlockingWork work) {
        this.connections = connections;
        this.names = names;
        this.work = work;
    }

    @Override
    public Moment moment(String text) {
        return StampMoment.parse(text);
    }

    @Override
    public Future<Moment> now() {
        return work.run("ask " + connections.where() + " what it shows", () -> {
            try (Session session = connections.open()) {
                return new Snapshot(session, ServerFacts.read(session)).open();
            }
        });
    }

    @Override
    public Future<int[]> places(TableDefinition table, List<List<String>> bounds, List<List<String>> keys) {
        return work.run("compare keys of " + table.name() + " at " + connections.where(), () -> {
            try (Session session = connections.open()) {
                int[] places = new int[keys.size()];
                for (int from = 0; from < keys.size(); from += KEYS_A_QUESTION) {
                    int to = Math.min(keys.size(), from + KEYS_A_QUESTION);
                    place(session, table, bounds, keys, places, from, to);
                }
                return places;
            }
        });
    }

    private static void place(
            Session session,
            TableDefinition table,
            List<List<String>> bounds,
            List<List<String>> keys,
            int[] places,
            int from,
            int to) {
        KeyText text = new KeyText(table);
        List<String> counts = new ArrayList<>();
        for (int i = from; i < to; i++) {
            List<String> before = new ArrayList<>(List.of("0"));
            for (List<String> bound : bounds) {
                before.add(text.before(bound, keys.get(i)));
            }
            counts.add(String.join(" + ", before));
        }
        var row = session.rows("SELECT " + String.join(", ", counts)).get(0);
        for (int i = from; i < to; i++) {
            places[i] = Integer.parseInt(Session.text(row, i - from));
        }
    }

    @Override
    public ChunkReader reader() {
        return new MySqlChunkReader(connections, names);
    }
}

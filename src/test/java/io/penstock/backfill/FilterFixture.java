package io.penstock.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.Column;
import io.penstock.model.Dependents;
import io.penstock.model.Dependents.Hop;
import io.penstock.model.Epoch;
import io.penstock.model.LoopName;
import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Cascade;
import io.penstock.model.Mutation.Delete;
import io.penstock.model.Mutation.Described;
import io.penstock.model.Mutation.Insert;
import io.penstock.model.Mutation.Reread;
import io.penstock.model.Mutation.Truncate;
import io.penstock.model.Mutation.Update;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.progress.ProgressStore;
import io.penstock.source.Backfiller;
import io.penstock.source.Moment;
import io.penstock.stamp.LsnStamp;
import io.penstock.stamp.Stamp;
import io.penstock.target.SqlExecutor;
import io.penstock.target.Statement;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A table whose keys are chunked at 10 and 20, a filter before it, and what was told to the target. */
final class FilterFixture {
    static final TableName T = new TableName("public", "t");

    final Changes changes = new Changes();
    final List<String> told = new ArrayList<>();
    final DeliveredTransactions delivered = new DeliveredTransactions();
    final CopiedTables copies;
    final TableDefinition table;
    final StreamFilter filter;
    TableCopy copy;
    boolean fits = true;
    boolean replaceable = true;
    int questions;
    Promise<Void> answer;

    /** @param type of the key; integers are compared here, texts are asked for */
    FilterFixture(String type) {
        table = table(T, 7, type);
        copies = new CopiedTables(
                new ProgressStore(new Told(), io.penstock.progress.ProgressSql.postgresql())
                        .copies(new LoopName("shop"), new Epoch(1)),
                name -> replaceable,
                changes);
        filter = new StreamFilter(new Asked(), copies, delivered, shape -> fits, changes);
        copy = new TableCopy(table);
        copy.divided(true);
        copies.restore(copy);
    }

    static TableDefinition table(TableName name, long sourceId, String type) {
        return TableDefinition.ofShape(new TableSchema(
                name, sourceId, List.of(new Column("id", type, 1), new Column("v", "text", 2)), List.of(0), false));
    }

    CopyChunk plan(String upper) {
        return copy.plan(upper == null ? null : List.of(upper));
    }

    /** A chunk whose rows are durable and that sees transactions up to a number. */
    CopyChunk done(String upper, long sees) {
        CopyChunk chunk = plan(upper);
        reading(chunk, sees);
        copy.finished(chunk, 1, 10);
        return chunk;
    }

    void reading(CopyChunk chunk, long sees) {
        chunk.opening();
        copy.opened(chunk, table, moment(sees), stamp(sees));
        changes.happened();
    }

    void finish(CopyChunk chunk) {
        copy.finished(chunk, 1, 10);
        changes.happened();
    }

    static LsnStamp stamp(long transaction) {
        return new LsnStamp(transaction * 100, transaction * 100, (int) transaction);
    }

    static Moment moment(long sees) {
        return new Moment() {
            @Override
            public boolean sees(Stamp transaction) {
                return ((LsnStamp) transaction).xid() <= sees;
            }

            @Override
            public String text() {
                return Long.toString(sees);
            }
        };
    }

    Insert insert(long transaction, String id) {
        return new Insert(stamp(transaction), 1, table.schema(), Tuple.of(id, "new"));
    }

    Update update(long transaction, String id) {
        return new Update(stamp(transaction), 1, table.schema(), null, Tuple.of(id, "changed"));
    }

    Delete delete(long transaction, String id) {
        return new Delete(stamp(transaction), 1, table.schema(), absent(id));
    }

    Update move(long transaction, String from, String to, boolean complete) {
        return new Update(
                stamp(transaction), 1, table.schema(), absent(from), complete ? Tuple.of(to, "moved") : absent(to));
    }

    Truncate truncate(long transaction) {
        return new Truncate(stamp(transaction), 1, List.of(table.schema()), false, false);
    }

    /** @param way tables from the parent's children to those whose rows go */
    Cascade cascade(long transaction, TableDefinition... way) {
        List<Hop> hops = new ArrayList<>();
        for (TableDefinition to : way) {
            hops.add(new Hop(to.schema(), List.of(1), List.of(0), false, false));
        }
        return new Cascade(
                stamp(transaction), 1, List.of(new Dependents(hops, List.of())), List.of(Tuple.of("1")), null);
    }

    Reread reread(long transaction) {
        return new Reread(stamp(transaction), 1, table);
    }

    Described described(long transaction, TableDefinition as) {
        return new Described(stamp(transaction), 1, as.schema(), as);
    }

    private static Tuple absent(String id) {
        return new Tuple(
                id.getBytes(java.nio.charset.StandardCharsets.UTF_8), new int[] {0, id.length(), 0, Tuple.ABSENT});
    }

    List<Mutation> passed(Mutation... mutations) {
        Future<List<Mutation>> passing = filter.pass(List.of(mutations));
        assertThat(passing.succeeded()).as("decided at once").isTrue();
        return passing.result();
    }

    /** Answers by the order of the texts. */
    private final class Asked implements Backfiller {
        @Override
        public Moment moment(String text) {
            return FilterFixture.moment(Long.parseLong(text));
        }

        @Override
        public Future<Moment> now() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Future<int[]> places(TableDefinition of, List<List<String>> bounds, List<List<String>> keys) {
            questions++;
            int[] places = keys.stream()
                    .mapToInt(k -> (int) bounds.stream()
                            .filter(b -> b.get(0).compareTo(k.get(0)) < 0)
                            .count())
                    .toArray();
            return answer == null
                    ? Future.succeededFuture(places)
                    : answer.future().map(places);
        }

        @Override
        public ChunkReader reader() {
            throw new UnsupportedOperationException();
        }
    }

    /** Keeps the statements' first words and arguments. */
    private final class Told implements SqlExecutor {
        @Override
        public Future<List<Map<String, Object>>> query(Statement statement) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Future<List<Map<String, Object>>> transaction(List<Statement> statements) {
            for (Statement statement : statements.subList(1, statements.size())) {
                told.add(statement.sql().replaceAll("(\\w+) \\w+ penstock\\.(\\w+) .*", "$1 $2") + " "
                        + statement.arguments().subList(1, statement.arguments().size()));
            }
            return Future.succeededFuture(List.of());
        }
    }
}

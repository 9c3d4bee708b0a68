package io.penstock.target.mysql;

import io.penstock.model.Product;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.target.BulkWriter;
import io.penstock.target.Statement;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Copies one table by INSERTs of many rows in one transaction, the guard first. What the table holds is replaced; where
 * the target has columns of its own, key by key, so that their values stay.
 */
final class MysqlBulk implements BulkWriter {
    private static final int FLUSH_BYTES = 1 << 20;
    private static final Duration LONGEST_ANSWER = Duration.ofMinutes(60);

    private final MysqlSessions.Single session;
    private final long maxPacketBytes;
    private final WritePlan plan;
    private final KeyedStatements keyed;
    private final String insert;
    private final CopyLines lines;
    private final List<Tuple> waiting = new ArrayList<>();
    private final Place place;
    private long waitingBytes;
    private long rows;

    private MysqlBulk(MysqlSessions.Single session, long maxPacketBytes, WritePlan plan, boolean merge) {
        this.session = session;
        this.maxPacketBytes = maxPacketBytes;
        this.plan = plan;
        this.keyed = merge ? new KeyedStatements(plan, new FreshRows()) : null;
        this.insert = KeyedStatements.insertInto(plan) + " VALUES ";
        this.lines = new CopyLines(plan.schema().columns().size(), this::take);
        this.place = new Place.Frame("copying the table " + plan.schema().name());
    }

    static MysqlBulk open(
            Vertx vertx,
            MysqlSessions sessions,
            TargetTables tables,
            TableDefinition table,
            String name,
            Statement guard) {
        WritePlan plan = tables.plan(shape(table));
        Place place = new Place.Frame("copying the table " + table.name());
        MysqlSessions.Single session = waited(sessions.single(vertx, single -> single), place);
        try {
            RowSet<Row> packet = waited(
                    session.connection()
                            .query("SELECT @@max_allowed_packet AS packet; " + NamedSessions.register(name))
                            .execute(),
                    place);
            waited(
                    session.connection()
                            // The whole copy is a few statements that may take long, and waits for the source between
                            // them.
                            .query("SET SESSION wait_timeout = 86400;" + " START TRANSACTION; " + Texts.of(guard))
                            .execute(),
                    Place.Guard.STATEMENT);
            boolean merge = !table.schema().isKeyless() && plan.hasForeignColumns();
            MysqlBulk bulk = new MysqlBulk(session, packet.iterator().next().getLong("packet"), plan, merge);
            if (!merge) {
                bulk.send("DELETE FROM " + plan.table());
            }
            return bulk;
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /** The columns that the reader sends, in its order. */
    private static TableSchema shape(TableDefinition table) {
        TableSchema whole = table.schema();
        List<io.penstock.model.Column> sent = TableDdl.written(table);
        List<Integer> key = whole.keyNames().stream()
                .map(name -> sent.stream().map(c -> c.name()).toList().indexOf(name))
                .toList();
        return new TableSchema(whole.name(), whole.sourceId(), sent, key, whole.fullIdentity(), product(whole));
    }

    private static Product product(TableSchema table) {
        return table.product();
    }

    @Override
    public void write(byte[] block) {
        lines.accept(block);
    }

    private void take(Tuple row) {
        waiting.add(row);
        waitingBytes += row.retainedBytes();
        rows++;
        if (waitingBytes > FLUSH_BYTES) {
            flush();
        }
    }

    private void flush() {
        if (waiting.isEmpty()) {
            return;
        }
        TransactionText text = new TransactionText(maxPacketBytes);
        if (keyed != null) {
            keyed.upsert(waiting, text);
        } else {
            KeyedStatements.insert(plan, insert, "", waiting, place, text);
        }
        text.parts().forEach(part -> send(part.text()));
        waiting.clear();
        waitingBytes = 0;
    }

    private void send(String text) {
        waited(session.connection().query(text).execute(), place);
    }

    @Override
    public long finish() {
        lines.end();
        flush();
        send("COMMIT");
        close();
        return rows;
    }

    /** The server forgets what was not committed when the session ends. */
    @Override
    public void close() {
        session.close();
    }

    /** This thread is the copy's own and does nothing meanwhile. */
    private static <T> T waited(Future<T> answer, Place place) {
        CountDownLatch done = new CountDownLatch(1);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicReference<T> result = new AtomicReference<>();
        answer.onComplete(outcome -> {
            failure.set(outcome.cause());
            result.set(outcome.result());
            done.countDown();
        });
        try {
            if (!done.await(LONGEST_ANSWER.toMinutes(), TimeUnit.MINUTES)) {
                throw new TargetException(
                        Kind.RETRYABLE, "", place.text() + ": the target has not answered for an hour", "", null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TargetException(Kind.RETRYABLE, "", place.text() + " was interrupted", "", e);
        }
        if (failure.get() != null) {
            throw MysqlErrors.of(failure.get(), place);
        }
        return result.get();
    }
}

package io.penstock.source;

import static org.awaitility.Awaitility.await;

import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Commit;
import io.penstock.model.Mutation.Delete;
import io.penstock.model.Mutation.Described;
import io.penstock.model.Mutation.Insert;
import io.penstock.model.Mutation.Truncate;
import io.penstock.model.Mutation.Update;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.stamp.Stamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** Keeps what a feed hands over, and prints it in short lines. */
public final class RecordingSink implements MutationSink {
    private final List<Mutation> mutations = new ArrayList<>();
    private volatile Stamp idle;
    private volatile SourceException failure;
    private volatile boolean full;
    private volatile int limit = Integer.MAX_VALUE;
    private volatile int refusals;

    @Override
    public boolean offer(List<Mutation> offered, long retainedBytes, long patienceMillis) throws InterruptedException {
        if (full || size() >= limit) {
            refusals++;
            Thread.sleep(Math.min(patienceMillis, 50));
            return false;
        }
        synchronized (mutations) {
            mutations.addAll(offered);
        }
        return true;
    }

    @Override
    public boolean isHungry() {
        return true;
    }

    @Override
    public void idle(Stamp position) {
        idle = position;
    }

    @Override
    public void failed(SourceException cause) {
        failure = cause;
    }

    public void setFull(boolean full) {
        this.full = full;
    }

    /** Takes no more once it has so many mutations. */
    public void setLimit(int limit) {
        this.limit = limit;
    }

    public int refusals() {
        return refusals;
    }

    public Stamp idle() {
        return idle;
    }

    public SourceException failure() {
        return failure;
    }

    private int size() {
        synchronized (mutations) {
            return mutations.size();
        }
    }

    public List<Mutation> mutations() {
        synchronized (mutations) {
            return List.copyOf(mutations);
        }
    }

    /** Waits for so many transactions, and gives everything without them and without descriptions. */
    public List<String> rowsOf(int commits) {
        awaitCommits(commits);
        return mutations().stream()
                .filter(m -> !(m instanceof Commit) && !(m instanceof Described))
                .map(RecordingSink::text)
                .toList();
    }

    public void awaitCommits(int count) {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> failure != null || commits().size() >= count);
        if (failure != null) {
            throw failure;
        }
    }

    public List<Commit> commits() {
        return mutations().stream()
                .filter(Commit.class::isInstance)
                .map(Commit.class::cast)
                .toList();
    }

    /** Everything with stamps and ordinals. */
    public List<String> positions() {
        return mutations().stream()
                .map(m -> m.stamp() + "#" + m.ordinal() + " " + text(m))
                .toList();
    }

    public static String text(Mutation mutation) {
        if (mutation instanceof Insert i) {
            return "insert " + i.table().name().table() + text(i.row());
        }
        if (mutation instanceof Update u) {
            String old = u.old() == null ? "" : text(u.old()) + " →";
            return "update " + u.table().name().table() + old + text(u.row());
        }
        if (mutation instanceof Delete d) {
            return "delete " + d.table().name().table() + text(d.old());
        }
        if (mutation instanceof Truncate t) {
            return "truncate "
                    + t.tables().stream()
                            .map(TableSchema::name)
                            .map(n -> n.table())
                            .toList()
                    + (t.cascade() ? " cascade" : "") + (t.restartIdentity() ? " restart" : "");
        }
        if (mutation instanceof Mutation.Reread r) {
            return "reread " + r.definition().name().table();
        }
        return mutation instanceof Described d ? "described " + d.table() : "commit";
    }

    private static String text(Tuple tuple) {
        StringJoiner values = new StringJoiner(",", "(", ")");
        for (int i = 0; i < tuple.size(); i++) {
            String value = tuple.isAbsent(i) ? "~" : tuple.isNull(i) ? "∅" : tuple.text(i);
            values.add(value.length() > 20 ? value.length() + " chars" : value);
        }
        return values.toString();
    }
}

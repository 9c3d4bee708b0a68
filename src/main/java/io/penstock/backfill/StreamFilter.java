package io.penstock.backfill;

import io.penstock.backfill.CopyChunk.Verdict;
import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Commit;
import io.penstock.model.TableSchema;
import io.penstock.source.Backfiller;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Lets through what of the stream is not part of the rows that are copied. A change of a row is dropped where the row is
 * still to be read, or was read under a moment that sees the change; where its chunk is being read under a moment that
 * doesn't, the stream waits until the chunk is durable. So the target has a row whole before it gets a change of it.
 *
 * <p>A restart decides alike: what was dropped is seen by the chunk that was read later, and what was let through is
 * not seen by the chunk that is durable.
 */
final class StreamFilter {
    private final Backfiller source;
    private final CopiedTables copies;
    private final DeliveredTransactions delivered;
    private final Predicate<TableSchema> fits;
    private final Changes changes;

    /** @param fits whether rows of a shape can be written to the target as it is */
    StreamFilter(
            Backfiller source,
            CopiedTables copies,
            DeliveredTransactions delivered,
            Predicate<TableSchema> fits,
            Changes changes) {
        this.source = source;
        this.copies = copies;
        this.delivered = delivered;
        this.fits = fits;
        this.changes = changes;
    }

    /** What is left of these; in their order. One call at a time. */
    Future<List<Mutation>> pass(List<Mutation> mutations) {
        boolean rereads = false;
        for (Mutation m : mutations) {
            if (!(m instanceof Commit)) {
                delivered.add(m.stamp());
            }
            rereads |= m instanceof Mutation.Reread;
        }
        return copies.isEmpty() && !rereads ? Future.succeededFuture(mutations) : new Passing(mutations).goOn();
    }

    /** One batch on its way through. */
    private final class Passing {
        private final List<Mutation> in;
        private final List<Mutation> out = new ArrayList<>();
        private final Map<TableCopy, KeyLookup> lookups = new HashMap<>();
        private final TableWide tableWide = new TableWide(copies, fits, changes, out);
        private int at;

        Passing(List<Mutation> in) {
            this.in = in;
        }

        Future<List<Mutation>> goOn() {
            while (at < in.size()) {
                Future<Void> pause = step(in.get(at));
                if (pause != null) {
                    return pause.compose(changed -> goOn());
                }
            }
            return Future.succeededFuture(out);
        }

        /** Decides and moves on, or says what has to happen before it is tried again. */
        private Future<Void> step(Mutation m) {
            if (m instanceof Mutation.RowMutation row) {
                TableCopy copy = copies.get(row.table().name());
                return copy == null ? through(m) : row(row, copy);
            }
            Future<Void> pause = tableWide.step(m);
            at += pause == null ? 1 : 0;
            return pause;
        }

        private Future<Void> through(Mutation m) {
            out.add(m);
            at++;
            return null;
        }

        private Future<Void> row(Mutation.RowMutation row, TableCopy copy) {
            KeyLookup lookup = lookups.compute(
                    copy, (c, known) -> known == null || known.isOutdated() ? new KeyLookup(source, c) : known);
            boolean moves = row instanceof Mutation.Update update && update.movesKey();
            int from = lookup.place(row, row.keySource());
            int to = moves ? lookup.place(row, ((Mutation.Update) row).row()) : from;
            if (from == KeyLookup.UNKNOWN || to == KeyLookup.UNKNOWN) {
                return lookup.ask(in, at);
            }
            Verdict before = copy.verdict(from, row.stamp());
            Verdict after = moves ? copy.verdict(to, row.stamp()) : before;
            if (before == Verdict.WAIT || after == Verdict.WAIT) {
                return changes.next();
            }
            if (before == after) {
                return before == Verdict.PASS ? through(row) : dropped();
            }
            return moved((Mutation.Update) row, before, copy, copy.chunks().get(before == Verdict.PASS ? from : to));
        }

        /** A row that moves between chunks of which only one has it as it was. */
        private Future<Void> moved(Mutation.Update move, Verdict before, TableCopy copy, CopyChunk passing) {
            if (before == Verdict.PASS) {
                return through(new Mutation.Delete(move.stamp(), move.ordinal(), move.table(), move.old()));
            }
            if (move.row().isComplete()) {
                return through(new Mutation.Insert(move.stamp(), move.ordinal(), move.table(), move.row()));
            }
            // The values that were not sent are nowhere in the target: the row has to be read.
            return copies.again(copy, List.of(passing), move.stamp());
        }

        private Future<Void> dropped() {
            at++;
            return null;
        }
    }
}

package io.penstock.backfill;

import io.penstock.backfill.CopyChunk.State;
import io.penstock.backfill.CopyChunk.Verdict;
import io.penstock.model.Dependents;
import io.penstock.model.Dependents.Hop;
import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Cascade;
import io.penstock.model.Mutation.Described;
import io.penstock.model.Mutation.Reread;
import io.penstock.model.Mutation.Truncate;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableSchema;
import io.penstock.stamp.Stamp;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** What the stream says of whole tables while they are under copy. */
final class TableWide {
    private final CopiedTables copies;
    private final Predicate<TableSchema> fits;
    private final Changes changes;
    private final List<Mutation> out;
    private final Set<Reread> begun = Collections.newSetFromMap(new IdentityHashMap<>());

    TableWide(CopiedTables copies, Predicate<TableSchema> fits, Changes changes, List<Mutation> out) {
        this.copies = copies;
        this.fits = fits;
        this.changes = changes;
        this.out = out;
    }

    /** Null when it is decided; otherwise it is to be tried again when this is over. */
    Future<Void> step(Mutation m) {
        if (m instanceof Truncate truncate) {
            return truncate(truncate);
        }
        if (m instanceof Reread reread) {
            return reread(reread);
        }
        if (m instanceof Cascade cascade) {
            return cascade(cascade);
        }
        if (m instanceof Described described) {
            return described(described);
        }
        out.add(m);
        return null;
    }

    /** Of chunks whose moment sees it the rows came later: they are read again behind it, and the rest is emptied. */
    private Future<Void> truncate(Truncate truncate) {
        List<TableSchema> left = new ArrayList<>();
        for (TableSchema table : truncate.tables()) {
            TableCopy copy = copies.get(table.name());
            if (copy != null && copy.isAnyInFlight()) {
                return changes.next();
            }
            if (copy == null || hasBefore(copy, truncate.stamp())) {
                left.add(table);
            }
        }
        for (TableSchema table : left) {
            TableCopy copy = copies.get(table.name());
            List<CopyChunk> later = copy == null ? List.of() : later(copy, truncate.stamp());
            if (!later.isEmpty()) {
                return copies.again(copy, later, truncate.stamp());
            }
            if (copy != null) {
                copy.hold(truncate.stamp());
            }
        }
        if (!left.isEmpty()) {
            out.add(new Truncate(
                    truncate.stamp(), truncate.ordinal(), left, truncate.cascade(), truncate.restartIdentity()));
        }
        return null;
    }

    /** All of it is copied again behind here. */
    private Future<Void> reread(Reread reread) {
        TableCopy copy = copies.get(reread.definition().name());
        if (begun.contains(reread)) {
            return null;
        }
        if (copy != null && copy.isAnyInFlight()) {
            return changes.next();
        }
        begun.add(reread);
        return copies.begin(List.of(reread.definition()), reread.stamp());
    }

    /**
     * Which rows it concerns is found in the target's own rows: of the table itself, which must show the time before
     * it, and of the tables on the way there. Where these don't, the table is read again behind it.
     */
    private Future<Void> cascade(Cascade cascade) {
        Stamp at = cascade.stamp();
        List<Dependents> left = new ArrayList<>();
        for (Dependents dependents : cascade.dependents()) {
            for (Hop hop : dependents.way()) {
                TableCopy copy = copies.get(hop.table().name());
                if (copy != null && copy.isAnyInFlight()) {
                    return changes.next();
                }
            }
        }
        for (Dependents dependents : cascade.dependents()) {
            TableCopy copy = copies.get(dependents.table().name());
            if (copy == null || hasBefore(copy, at)) {
                left.add(dependents);
            }
        }
        for (Dependents dependents : left) {
            TableCopy copy = copies.get(dependents.table().name());
            boolean clear = dependents.way().stream()
                    .limit(dependents.way().size() - 1L)
                    .allMatch(hop -> shows(hop, at));
            if (!clear && copy == null) {
                return copies.begin(List.of(TableDefinition.ofShape(dependents.table())), at);
            }
            List<CopyChunk> vague = copy == null ? List.of() : clear ? later(copy, at) : before(copy, at);
            if (!vague.isEmpty()) {
                return copies.again(copy, vague, at);
            }
            if (copy != null) {
                copy.hold(at);
            }
        }
        if (!left.isEmpty()) {
            out.add(new Cascade(at, cascade.ordinal(), left, cascade.parents(), cascade.after()));
        }
        return null;
    }

    /** Whether the target has the rows of a table as they were before a transaction, all of them. */
    private boolean shows(Hop hop, Stamp transaction) {
        TableCopy copy = copies.get(hop.table().name());
        return copy == null
                || copy.isPlanned()
                        && before(copy, transaction).size() == copy.chunks().size();
    }

    private static List<CopyChunk> before(TableCopy copy, Stamp transaction) {
        return copy.chunks().stream()
                .filter(chunk -> chunk.verdict(transaction) == Verdict.PASS)
                .toList();
    }

    private static boolean hasBefore(TableCopy copy, Stamp transaction) {
        return copy.chunks().stream().anyMatch(chunk -> chunk.verdict(transaction) == Verdict.PASS);
    }

    private static List<CopyChunk> later(TableCopy copy, Stamp transaction) {
        return copy.chunks().stream()
                .filter(chunk -> chunk.state() == State.DONE && chunk.verdict(transaction) == Verdict.DROP)
                .toList();
    }

    /** Between the change of the target's table and the rows of the old shape there must be no doubt about the order. */
    private Future<Void> described(Described described) {
        TableSchema shape = described.table();
        TableCopy copy = copies.get(shape.name());
        if (copy == null) {
            TableCopy renamed = copies.ofSource(shape.sourceId());
            // Once it is taken in under the new name, it is found by that name.
            return renamed == null || renamed.isDone() && !renamed.isGone()
                    ? through(described)
                    : copies.begin(List.of(described.definition()), described.stamp());
        }
        TableSchema known = copy.definition().schema();
        boolean same = known.sourceId() == shape.sourceId() && known.keyNames().equals(shape.keyNames());
        if (same && (copy.isDone() || fits.test(shape))) {
            return through(described);
        }
        if (copy.isAnyInFlight()) {
            return changes.next();
        }
        if (!same) {
            return copies.begin(List.of(described.definition()), described.stamp());
        }
        copy.hold(described.stamp());
        return through(described);
    }

    private Future<Void> through(Mutation m) {
        out.add(m);
        return null;
    }
}

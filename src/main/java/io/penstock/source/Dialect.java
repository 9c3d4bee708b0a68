package io.penstock.source;

import io.penstock.model.Epoch;
import io.penstock.model.TableDefinition;
import io.penstock.stamp.Stamp;
import io.vertx.core.Future;
import java.util.List;

/**
 * One source of one kind, for one loop and one reign. Futures fail with {@link SourceException}.
 *
 * <p>Order of calls: {@link #prepare}, then {@link #feed()} and, where {@link Prepared#copyWanted()} says so, beside it
 * {@link #backfiller()}; {@link #close()} at any time, once.
 */
public interface Dialect {
    /**
     * Checks the server (settings, rights, identity, tables) and creates what the loop needs on it and may create.
     *
     * @param known what an earlier reign left, or a fresh start
     */
    Future<Prepared> prepare(KnownPosition known);

    /**
     * The checks of {@link #prepare} that need no change on the server.
     *
     * @return warnings; fails with what would stop a start
     */
    Future<List<String>> look();

    /** The definitions of the tables that match, as the catalogue has them now. */
    Future<List<TableDefinition>> describe();

    /** The reader of the log. One feed a reign. */
    ChangeFeed feed();

    /** The reader of what is there. */
    Backfiller backfiller();

    /** How the source stands now: for lag and retained log. Cheap; called about once a second. */
    Future<SourceStatus> status();

    /**
     * Looks for tables that the loop counts on and that the stream has lost without a word. Fails only when there are
     * some, with a final {@link SourceException}; a source that can't be asked now is asked the next time.
     */
    default Future<Void> tablesStillFollowed() {
        return Future.succeededFuture();
    }

    /** Releases connections. What the loop needs on the server to go on later (its slot) stays. */
    Future<Void> close();

    /**
     * What progress knows of the source.
     *
     * @param reign the epoch that asks, or null where none does; sessions of earlier ones may be ended
     * @param identity what {@link Prepared#identity()} said when the loop first started, or null
     * @param consistentPoint all up to here is applied, or null on a fresh start
     * @param copyFinished whether the first copy of existing rows is complete
     */
    record KnownPosition(Epoch reign, String identity, Stamp consistentPoint, boolean copyFinished) {
        public static final KnownPosition FRESH = new KnownPosition(null, null, null, false);
    }

    /**
     * @param identity names the server and database, to recognise them again
     * @param start where the feed is to start
     * @param copyWanted true when existing rows have to be copied
     * @param warnings what an operator ought to know but which stops nothing; each names its object and the remedy
     */
    record Prepared(String identity, Stamp start, boolean copyWanted, List<String> warnings) {
        public Prepared {
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * @param end the newest position of the source's log
     * @param retainedBytes log that the source keeps for this loop, or -1 when unknown
     * @param clockMicros the source's clock, microseconds since 1970-01-01 UTC
     */
    record SourceStatus(Stamp end, long retainedBytes, long clockMicros) {}
}

package io.penstock.progress;

import io.penstock.model.Epoch;
import io.penstock.model.Lane;
import io.penstock.model.LanePosition;
import io.penstock.model.LoopName;
import io.penstock.target.Statement;
import java.time.Duration;
import java.util.List;

/**
 * The statements of the progress store in the words of one kind of target. A statement that <em>raises</em> fails unless
 * it finds exactly one row where its arguments say; what is behind it in the transaction is then not carried out.
 */
public sealed interface ProgressSql permits PostgresProgressSql, MysqlProgressSql {
    /** What the text of an error contains when a statement found another epoch or another position. */
    String FENCED = "penstock fenced";

    /** For PostgreSQL and what speaks as it does. */
    static ProgressSql postgresql() {
        return new PostgresProgressSql();
    }

    /** For MySQL and MariaDB. */
    static ProgressSql mysql() {
        return new MysqlProgressSql();
    }

    // --- tables ---

    /** One row with {@code meta}, which is null where there are no progress tables. */
    Statement findMeta();

    /** One row with {@code version}. */
    Statement version();

    /** All of one transaction, if the product can; the last one says which version is there afterwards. */
    List<Statement> install(int version);

    /** The statements about tables under copy. */
    CopySql copies();

    // --- a reign ---

    /** All of one transaction; the rows of the last one are as those of {@link #load}. */
    List<Statement> raise(LoopName loop, String owner);

    /** How long statements may wait for locks, in the transaction that this one is in. */
    Statement longestWait(Duration wait);

    /**
     * Names loop and epoch in the server's list of sessions while the transaction is open, so that a later reign knows
     * whose locks they are.
     */
    Statement session(LoopName loop, Epoch epoch, String work);

    /** The loop's row, once for each of its lanes; without lanes once; without a row none. */
    Statement load(LoopName loop);

    /** Raises unless the epoch is right, and keeps the next reign waiting until the transaction ends. */
    Statement holdLoop(LoopName loop, Epoch epoch);

    // --- lanes ---

    /** Raises unless the lane is at {@code from}. */
    Statement advanceLane(LoopName loop, Epoch epoch, Lane lane, LanePosition from, LanePosition to);

    /** Raises unless the lane is there, and locks its row. */
    Statement holdLane(LoopName loop, Epoch epoch, Lane lane, LanePosition at);

    /** Raises unless the lane is there. */
    Statement removeLane(LoopName loop, Epoch epoch, Lane lane, LanePosition at);

    Statement insertLane(LoopName loop, Epoch epoch, Lane lane, LanePosition at);

    // --- the loop's row; each returns one row when the epoch is right, otherwise none ---

    Statement identify(LoopName loop, Epoch epoch, String identity);

    Statement reroute(LoopName loop, Epoch epoch, String routing);

    Statement copyStarted(LoopName loop, Epoch epoch);

    Statement copyFinished(LoopName loop, Epoch epoch, String stamp);

    /** Returns no row, too, when the point is not {@code from} any more. */
    Statement advance(LoopName loop, Epoch epoch, String from, String to, String unseen);

    /** Raises unless the epoch is right. Leaves the point alone where it is not {@code from} any more. */
    Statement adopt(LoopName loop, Epoch epoch, String routing, String from, String to, String unseen);
}

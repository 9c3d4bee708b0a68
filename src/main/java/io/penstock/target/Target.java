package io.penstock.target;

import io.penstock.model.Epoch;
import io.penstock.model.KeyRange;
import io.penstock.model.Lane;
import io.penstock.model.LoopName;
import io.penstock.model.TableDefinition;
import io.vertx.core.Future;
import java.util.List;

/** One target server, shared by the loops that write to it. Futures fail with {@link TargetException}. */
public interface Target {
    /** Connects and reads what the server can do. Called once, before anything else. */
    Future<TargetFacts> inspect();

    SqlExecutor sql();

    TargetSchema schema();

    /**
     * Opens a lane's connection.
     *
     * @param session names loop and epoch; shown in the server's list of sessions
     */
    Future<LaneWriter> openLane(LoopName loop, Lane lane, String session, LaneGuard guard);

    /**
     * Ends the sessions of the loop's earlier reigns, and nobody else's: those of a node that is stopped or cut off keep
     * their locks until the server notices. Does not wait until they are gone.
     *
     * @param reign sessions of this epoch and of later ones are left alone
     * @return what an operator ought to know but which stops nothing
     */
    Future<List<String>> endSessionsBefore(LoopName loop, Epoch reign);

    /**
     * Opens a writer for one part of a table; blocking, so call it off the event loop.
     *
     * @param range what the target holds in it is replaced
     */
    BulkWriter openBulk(TableDefinition table, KeyRange range, String session, Statement guard);

    Future<Void> close();

    /**
     * @param product for people, such as {@code PostgreSQL 17.11}
     * @param cores the server's processors where they can be learnt, otherwise -1
     * @param freeConnections how many more sessions the role may open now
     * @param triggersOff whether apply sessions can switch off triggers and foreign-key checks
     */
    record TargetFacts(String product, int cores, int freeConnections, boolean triggersOff) {}
}

package io.penstock.target;

import io.penstock.model.LanePosition;
import io.penstock.model.Mutation.Described;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;

/** The target's tables, as far as loops write to them: made, watched, and changed with the source's. */
public interface TargetSchema {
    /**
     * Brings the target's tables into a state that the definitions' rows can be written to: creates what is missing
     * where {@code create} allows it, otherwise refuses with the statements to run. Primary and unique keys are made
     * here, other indexes and foreign keys by {@link #finish}.
     *
     * @return what an operator ought to know but which stops nothing
     */
    Future<List<String>> prepare(List<TableDefinition> tables, boolean create);

    /** Makes indexes, foreign keys and checks that {@link #prepare} left for after the copy. */
    Future<Void> finish(List<TableDefinition> tables);

    /** True when rows of this shape can be written as the target stands; no I/O. */
    boolean fits(TableSchema table);

    /**
     * Changes the target's table to the described shape. Runs at a barrier, and changes nothing when it fits already;
     * in either case the guard has moved to {@code to} when it completes.
     *
     * @param create whether the operator lets Penstock make and change tables
     */
    Future<Void> adapt(Described described, boolean create, LaneGuard guard, LanePosition from, LanePosition to);

    /**
     * Reads user-defined types again from what {@code definition} says (labels added or renamed) and changes the
     * target's to match. @return true when something changed, so that trying again can help
     */
    Future<Boolean> refreshTypes(TableDefinition definition);

    /**
     * Whether a table may be copied in parts that show different moments of the source. Not when its rows depend on
     * each other beyond the key, when it shares its target with other tables, or when the target holds rows already
     * whose place among the parts can't be told, because the two servers may sort them differently.
     */
    Future<Boolean> isDivisible(TableDefinition table);

    /**
     * Whether a part of a table that is there already can be replaced: false where the two servers may sort its key
     * differently, so that nobody knows which rows are the part's. No I/O.
     */
    boolean hasReplaceableParts(TableName table);

    /**
     * The name of the tables that share a lane with this one, since their rows depend on each other beyond their keys
     * (secondary unique keys, exclusion constraints, checks that can't be switched off); its own where its rows depend
     * on each other only. Null where keys may spread, and for a table that is not known. No I/O.
     */
    String family(TableName table);

    /** {@link #family} of all tables that have one. No I/O. */
    Map<TableName, String> ties();
}

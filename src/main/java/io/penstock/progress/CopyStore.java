package io.penstock.progress;

import io.penstock.model.Epoch;
import io.penstock.model.KeyRange;
import io.penstock.model.LoopName;
import io.penstock.model.TableName;
import io.penstock.stamp.Stamp;
import io.penstock.target.SqlExecutor;
import io.penstock.target.Statement;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How far one loop's copy of existing rows is, under one reign. Fails as {@link ProgressStore} does. */
public final class CopyStore {
    private final SqlExecutor sql;
    private final ProgressSql statements;
    private final CopySql copies;
    private final LoopName loop;
    private final Epoch epoch;

    CopyStore(SqlExecutor sql, ProgressSql statements, LoopName loop, Epoch epoch) {
        this.sql = sql;
        this.statements = statements;
        this.copies = statements.copies();
        this.loop = loop;
        this.epoch = epoch;
    }

    public Future<CopyProgress> load() {
        return sql.query(copies.load(loop)).map(rows -> {
            Map<TableName, List<CopiedChunk>> tables = new HashMap<>();
            for (Map<String, Object> row : rows) {
                TableName table = new TableName((String) row.get("schema_name"), (String) row.get("table_name"));
                List<CopiedChunk> chunks = tables.computeIfAbsent(table, t -> new ArrayList<>());
                if (row.get("number") != null) {
                    chunks.add(chunk(table, row));
                }
            }
            return new CopyProgress(tables);
        });
    }

    private CopiedChunk chunk(TableName table, Map<String, Object> row) {
        String name = "chunk " + row.get("number") + " of table " + table + " of loop " + loop;
        try {
            return new CopiedChunk(
                    table,
                    ((Number) row.get("number")).intValue(),
                    new KeyRange(CopySql.bound((String) row.get("lower_bound")), CopySql.bound((String)
                            row.get("upper_bound"))),
                    (String) row.get("moment"),
                    Stamp.parse((String) row.get("position")));
        } catch (RuntimeException e) {
            throw Refusal.unreadable(name, "its row", row.get("position"), e);
        }
    }

    /** These tables are to be copied, from their first row on, whatever was copied of them before. */
    public Future<Void> begin(Collection<TableName> tables) {
        return guarded(copies.begin(loop, tables), copies.forgetChunks(loop, tables));
    }

    /** This part is to be copied again. */
    public Future<Void> forget(TableName table, int number) {
        return guarded(copies.forgetChunk(loop, table, number));
    }

    /**
     * Whether this part is durable, once that can't change any more: waits for a transaction of it that may still be
     * committing although its answer was lost.
     */
    public Future<Boolean> settle(CopiedChunk chunk) {
        List<Statement> all = new ArrayList<>(List.of(guard()));
        all.addAll(copies.settle(loop, chunk.table(), chunk.number()));
        return sql.transaction(all)
                .map(rows -> rows.stream().anyMatch(row -> chunk.moment().equals(row.get("moment"))));
    }

    /** These tables are under copy no longer: the stream has passed all their chunks' positions. */
    public Future<Void> end(Collection<TableName> tables) {
        return guarded(copies.forgetChunks(loop, tables), copies.end(loop, tables));
    }

    /**
     * The first statement of a chunk's transaction: raises unless the epoch is right, and keeps the next reign waiting
     * until the transaction ends.
     */
    public Statement guard() {
        return statements.holdLoop(loop, epoch);
    }

    /** What a chunk's transaction writes beside its rows. */
    public Statement copied(CopiedChunk chunk) {
        return copies.copied(loop, chunk);
    }

    private Future<Void> guarded(Statement... statements) {
        List<Statement> all = new ArrayList<>();
        all.add(guard());
        all.addAll(List.of(statements));
        return sql.transaction(all).mapEmpty();
    }
}

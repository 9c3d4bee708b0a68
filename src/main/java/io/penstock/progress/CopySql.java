package io.penstock.progress;

import io.penstock.model.LoopName;
import io.penstock.model.TableName;
import io.penstock.target.Statement;
import io.vertx.core.json.JsonArray;
import java.util.Collection;
import java.util.List;

/**
 * Statements about tables under copy, in the words of one kind of target. A bound is an array in JSON, since the number
 * of a key's columns differs. All but the question belong into a transaction behind the reign's guard.
 */
sealed interface CopySql permits PostgresCopySql, MysqlCopySql {
    /** Each table under copy, once for each of its chunks, by number; without chunks once. */
    Statement load(LoopName loop);

    Statement begin(LoopName loop, Collection<TableName> tables);

    Statement forgetChunks(LoopName loop, Collection<TableName> tables);

    Statement end(LoopName loop, Collection<TableName> tables);

    Statement forgetChunk(LoopName loop, TableName table, int number);

    /**
     * To be run in order, in one transaction: waits for one that may be writing the mark of this chunk, and the last one
     * answers with the {@code moment} of the mark that is there, if one is.
     */
    List<Statement> settle(LoopName loop, TableName table, int number);

    /** The chunk may be there: where the answer to a commit was lost. */
    Statement copied(LoopName loop, CopiedChunk chunk);

    static String bound(List<String> values) {
        return values == null ? null : new JsonArray(values).encode();
    }

    static List<String> bound(String text) {
        return text == null
                ? null
                : new JsonArray(text).stream().map(String.class::cast).toList();
    }
}

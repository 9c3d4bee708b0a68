package io.penstock.progress;

import io.penstock.model.TableName;
import java.util.List;
import java.util.Map;

/**
 * What is known of the copy that is under way.
 *
 * @param tables those under copy, each with its chunks that are in the target, by number
 */
public record CopyProgress(Map<TableName, List<CopiedChunk>> tables) {
    public CopyProgress {
        tables = Map.copyOf(tables);
    }
}

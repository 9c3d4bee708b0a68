package io.penstock.source.postgresql;

import io.penstock.config.SourceConfig;
import io.penstock.model.TableName;
import java.util.ArrayList;
import java.util.List;

/**
 * Which tables a loop replicates: those its patterns match, and the partitions of a partitioned table that they match,
 * less what is excluded.
 */
record TableSelection(SourceConfig config) {
    boolean selects(TableName name) {
        return config.selects(name);
    }

    /** @param ancestors the partitioned tables that {@code name} belongs to */
    boolean selects(TableName name, List<TableName> ancestors) {
        return config.selects(name)
                || (ancestors.stream().anyMatch(config::selects)
                        && config.exclude().stream().noneMatch(p -> p.matches(name)));
    }

    /** The matching tables of a directory, in its order; unlogged ones among them. */
    List<SourceTable> of(TableDirectory directory) {
        List<SourceTable> selected = new ArrayList<>();
        for (SourceTable table : directory.tables()) {
            List<TableName> ancestors =
                    directory.ancestors(table).stream().map(SourceTable::name).toList();
            if (selects(table.name(), ancestors)) {
                selected.add(table);
            }
        }
        return selected;
    }
}

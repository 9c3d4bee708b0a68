package io.penstock.config;

import io.penstock.model.TableName;
import java.util.List;

/**
 * @param publication the publication to read; made when absent
 * @param slot the replication slot to read from; made when absent
 * @param startAt a position to start at without copying, or null
 */
public record SourceConfig(
        ConnectionUrl url,
        List<TablePattern> tables,
        List<TablePattern> exclude,
        String publication,
        String slot,
        String startAt) {
    public SourceConfig {
        tables = List.copyOf(tables);
        exclude = List.copyOf(exclude);
    }

    /** True when this loop replicates the table. */
    public boolean selects(TableName name) {
        return tables.stream().anyMatch(p -> p.matches(name))
                && exclude.stream().noneMatch(p -> p.matches(name));
    }
}

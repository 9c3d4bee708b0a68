package io.penstock.source.postgresql;

import io.penstock.model.KeyRange;
import java.util.ArrayList;
import java.util.List;

/** The COPY of a part of a table. */
record CopyText(ReplicatedTable replicated, KeyRange range) {
    String sql() {
        List<String> names = replicated.columns().stream()
                .filter(c -> !c.isGenerated())
                .map(c -> c.column().name())
                .toList();
        List<String> conditions = new ArrayList<>();
        if (replicated.rowFilter() != null) {
            conditions.add("(" + replicated.rowFilter() + ")");
        }
        String inRange = new KeyText(replicated.definition()).condition(range);
        if (inRange != null) {
            conditions.add(inRange);
        }
        // ONLY: tables that inherit are copied by themselves. A partitioned table has rows in its partitions only.
        return "COPY (SELECT " + Quoting.identifiers(names) + " FROM " + (replicated.spansPartitions() ? "" : "ONLY ")
                + Quoting.table(replicated.table().name())
                + (conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions)) + ") TO STDOUT";
    }
}

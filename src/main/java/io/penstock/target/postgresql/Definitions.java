package io.penstock.target.postgresql;

import io.penstock.model.Column;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import java.util.List;
import java.util.Map;

/** Definitions seen from others. */
final class Definitions {
    private Definitions() {}

    /** The same table with other columns; it has no key then, as nothing here asks for it. */
    static TableDefinition withColumns(TableDefinition table, List<Column> columns) {
        TableSchema shape = table.schema();
        return new TableDefinition(
                new TableSchema(
                        shape.name(), shape.sourceId(), columns, List.of(), shape.fullIdentity(), shape.product()),
                table.details(),
                table.types(),
                table.sequences(),
                table.constraints(),
                table.indexes(),
                table.partition(),
                table.estimatedRows());
    }

    /** The partitioned table that a partition belongs to in the end; columns are changed there, for all partitions. */
    static TableName root(TableDefinition table, Map<TableName, TableDefinition> known) {
        TableDefinition at = table;
        for (int depth = 0; depth <= known.size(); depth++) {
            TableDefinition parent = at.partition() == null || at.partition().of() == null
                    ? null
                    : known.get(at.partition().of());
            if (parent == null) {
                return at.name();
            }
            at = parent;
        }
        return at.name();
    }
}

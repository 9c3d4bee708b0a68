package io.penstock.target.postgresql;

import io.penstock.model.TableSchema;
import java.util.IdentityHashMap;
import java.util.Map;

/** The statements of each shape that a lane has met, made again when the target's table has changed. */
final class WritePlans {
    /** Each changed shape leaves an entry behind; far more than tables a lane meets between two of these. */
    private static final int MAX_SHAPES = 10_000;

    private final TargetTables tables;
    private final FreshRows fresh;
    private final Map<TableSchema, TableStatements> known = new IdentityHashMap<>();

    WritePlans(TargetTables tables, FreshRows fresh) {
        this.tables = tables;
        this.fresh = fresh;
    }

    /** @throws io.penstock.target.TargetException FINAL, when the target lacks the table or a column */
    TableStatements of(TableSchema schema) {
        TableStatements statements = known.get(schema);
        if (statements == null || statements.plan().target() != tables.find(schema.name())) {
            if (known.size() >= MAX_SHAPES) {
                known.clear();
            }
            statements = new TableStatements(WritePlan.of(schema, tables), fresh);
            known.put(schema, statements);
        }
        return statements;
    }

    TargetTables tables() {
        return tables;
    }
}

package io.penstock.target;

import io.penstock.model.Column;
import io.penstock.model.Mutation.Described;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableDefinition.ColumnDetails;
import io.penstock.model.TableSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The shape is that of a place of the stream, the definition is today's: details hold only as far as both agree. A
 * table made again since then under the same name is another table, and tells nothing.
 */
public final class Reconciled {
    private Reconciled() {}

    public static TableDefinition of(Described described) {
        TableSchema shape = described.table();
        TableDefinition today = described.definition();
        if (today == null || today.schema().sourceId() != shape.sourceId()) {
            return TableDefinition.ofShape(shape);
        }
        Map<String, ColumnDetails> details = new HashMap<>();
        Set<String> names = new HashSet<>();
        for (Column column : shape.columns()) {
            names.add(column.name());
            ColumnDetails known = today.details().get(column.name());
            if (known != null) {
                details.put(column.name(), known);
            }
        }
        List<Column> columns = new ArrayList<>(shape.columns());
        boolean samePlace = names.containsAll(writtenNames(today));
        if (samePlace) {
            // The stream leaves out generated columns; their expressions stand on columns that are all here.
            for (Column column : today.schema().columns()) {
                if (names.add(column.name())) {
                    columns.add(column);
                    details.put(column.name(), today.details().get(column.name()));
                }
            }
        }
        return new TableDefinition(
                new TableSchema(
                        shape.name(), shape.sourceId(), columns, shape.key(), shape.fullIdentity(), shape.product()),
                details,
                today.types(),
                today.sequences(),
                today.constraints().stream()
                        .filter(c -> !c.columns().isEmpty() ? names.containsAll(c.columns()) : samePlace)
                        .toList(),
                samePlace && today.name().equals(shape.name()) ? today.indexes() : List.of(),
                today.partition(),
                today.estimatedRows());
    }

    private static List<String> writtenNames(TableDefinition table) {
        return table.schema().columns().stream()
                .map(Column::name)
                .filter(name -> !isGenerated(table, name))
                .toList();
    }

    private static boolean isGenerated(TableDefinition table, String column) {
        ColumnDetails details = table.details().get(column);
        return details != null && details.generated() != null;
    }
}

package io.penstock.source.mysql;

import io.penstock.model.Column;
import io.penstock.model.Product;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableDefinition.ColumnDetails;
import io.penstock.model.TableDefinition.Constraint;
import io.penstock.model.TableDefinition.ConstraintKind;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.source.mysql.CatalogTable.CatalogColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tables of the catalogue and of events in the house's words. */
final class Definitions {
    private final TableNames names;
    private final Product product;

    Definitions(TableNames names, Product product) {
        this.names = names;
        this.product = product;
    }

    /** A table as the catalogue has it. */
    TableDefinition of(CatalogTable table) {
        List<Column> columns = new ArrayList<>();
        table.columns().forEach(c -> columns.add(new Column(c.name(), c.type(), 0)));
        List<Integer> key = new ArrayList<>();
        for (String name : table.key()) {
            key.add(table.columns().indexOf(table.column(name)));
        }
        return of(schema(names.of(table.name()), columns, key), table);
    }

    /** The shape of the rows of an event. */
    TableSchema schema(TableMap table) {
        List<Column> columns = table.columns().stream()
                .map(c -> new Column(c.name(), c.text(), 0))
                .toList();
        return schema(names.of(new Ddl.Table(table.database(), table.table())), columns, table.key());
    }

    /** A shape of any kind; rows are found by the whole row where there is no key. */
    TableSchema schema(TableName name, List<Column> columns, List<Integer> key) {
        return new TableSchema(name, 0, columns, key, key.isEmpty(), product);
    }

    /** What the catalogue adds to a shape; null adds nothing. */
    TableDefinition of(TableSchema shape, CatalogTable table) {
        if (table == null) {
            return TableDefinition.ofShape(shape);
        }
        Map<String, ColumnDetails> details = new HashMap<>();
        for (Column column : shape.columns()) {
            CatalogColumn known = table.column(column.name());
            if (known != null && known.type().equals(column.type())) {
                details.put(column.name(), details(known));
            }
        }
        boolean whole = shape.columns().stream().allMatch(column -> table.column(column.name()) != null);
        return new TableDefinition(
                shape,
                details,
                List.of(),
                List.of(),
                whole ? constraints(table) : List.of(),
                List.of(),
                null,
                table.estimatedRows());
    }

    private List<Constraint> constraints(CatalogTable table) {
        List<Constraint> constraints = new ArrayList<>(table.constraints());
        for (ForeignKey key : table.foreignKeys()) {
            constraints.add(new Constraint(
                    key.name(),
                    ConstraintKind.FOREIGN_KEY,
                    key.columns(),
                    false,
                    names.of(key.parent()),
                    "FOREIGN KEY"));
        }
        return constraints;
    }

    /** Generated columns come with the rows, so they are columns like others; their expressions are the source's. */
    private static ColumnDetails details(CatalogColumn column) {
        String missing = column.generated() == null ? StandardValue.of(column) : null;
        boolean unknown = column.generated() != null || StandardValue.isExpression(column);
        return new ColumnDetails(column.notNull(), column.standard(), null, null, column.collation(), missing, unknown);
    }
}

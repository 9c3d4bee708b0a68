package io.penstock.source.postgresql;

import io.penstock.model.Column;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableDefinition.ColumnDetails;
import io.penstock.model.TableDefinition.Constraint;
import io.penstock.model.TableDefinition.Partitioning;
import io.penstock.model.TableDefinition.SequenceDefinition;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.model.TypeDefinition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A table as today's catalogue has it.
 *
 * @param primaryKey names of its columns in key order; empty without one
 * @param identityIndex columns of the index chosen as replica identity, in its order; empty without one
 */
record CatalogTable(
        long oid,
        TableName name,
        char identity,
        List<CatalogColumn> columns,
        List<String> primaryKey,
        List<String> identityIndex,
        List<TypeDefinition> types,
        List<SequenceDefinition> sequences,
        List<CatalogConstraint> constraints,
        List<CatalogIndex> indexes,
        Partitioning partition,
        long estimatedRows) {

    /** @param typeModifier -1 for none */
    record CatalogColumn(Column column, int typeOid, int typeModifier, ColumnDetails details) {
        boolean isGenerated() {
            return details.generated() != null;
        }
    }

    /** @param inherited it comes with the table that this one is a partition of */
    record CatalogConstraint(Constraint constraint, boolean inherited) {}

    /**
     * @param columns all that its keys, expressions and predicate use
     * @param inherited it comes with the table that this one is a partition of
     */
    record CatalogIndex(String sql, List<String> columns, boolean inherited) {}

    boolean isPartitioned() {
        return partition != null && partition.by() != null;
    }

    /** The same with another place among partitions; with none it is a table by itself. */
    CatalogTable placed(Partitioning other) {
        return new CatalogTable(
                oid,
                name,
                identity,
                columns,
                primaryKey,
                identityIndex,
                types,
                sequences,
                constraints,
                indexes,
                other,
                estimatedRows);
    }

    /** What identifies a row, by the rule of the replica identity. */
    List<String> key() {
        return switch (identity) {
            case 'd', 'f' -> primaryKey;
            case 'i' -> identityIndex;
            default -> List.of();
        };
    }

    /** What is left of it with only these of its columns. */
    TableDefinition definition(List<CatalogColumn> kept) {
        List<Column> shape = kept.stream().map(CatalogColumn::column).toList();
        return definition(schema(name, shape, key()), kept);
    }

    /**
     * What the catalogue adds to a shape that it did not give: details of columns that agree, and what rests on such
     * columns only.
     */
    TableDefinition definition(TableSchema shape, List<CatalogColumn> agreeing) {
        Map<String, ColumnDetails> details = new HashMap<>();
        Set<String> names = new HashSet<>();
        for (CatalogColumn column : agreeing) {
            details.put(column.column().name(), column.details());
            names.add(column.column().name());
        }
        // The texts of indexes name the table as it is called today.
        boolean sameName = shape.name().equals(name);
        boolean inherits = partition != null && partition.of() != null;
        return new TableDefinition(
                shape,
                details,
                types,
                sequences.stream()
                        .filter(s -> s.ownerColumn() == null || names.contains(s.ownerColumn()))
                        .toList(),
                constraints.stream()
                        .filter(c -> !(inherits && c.inherited()))
                        .map(CatalogConstraint::constraint)
                        .filter(c -> names.containsAll(c.columns()))
                        .toList(),
                indexes.stream()
                        .filter(i -> sameName && !(inherits && i.inherited()) && names.containsAll(i.columns()))
                        .map(CatalogIndex::sql)
                        .toList(),
                partition,
                estimatedRows);
    }

    /** A shape with the key where its columns are all there, otherwise without one. */
    TableSchema schema(TableName shapeName, List<Column> shape, List<String> keyNames) {
        return new TableSchema(shapeName, oid, shape, indexes(shape, keyNames), identity == 'f');
    }

    /** Where the names stand in the shape; empty where one is missing. */
    static List<Integer> indexes(List<Column> shape, List<String> names) {
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < shape.size(); i++) {
            places.put(shape.get(i).name(), i);
        }
        List<Integer> indexes = new ArrayList<>(names.size());
        for (String name : names) {
            Integer place = places.get(name);
            if (place == null) {
                return List.of();
            }
            indexes.add(place);
        }
        return indexes;
    }
}

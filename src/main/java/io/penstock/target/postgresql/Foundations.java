package io.penstock.target.postgresql;

import io.penstock.model.QualifiedName;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableDefinition.ColumnDetails;
import io.penstock.model.TableDefinition.SequenceDefinition;
import io.penstock.model.TypeDefinition;
import io.penstock.target.postgresql.DdlTables.Allowed;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes what tables stand on: schemas, extensions, user-defined types, sequences. */
final class Foundations {
    private final PostgresTargetCatalog catalog;
    private final Ddl ddl;
    private final Extensions extensions;

    Foundations(PostgresTargetCatalog catalog, Ddl ddl) {
        this.catalog = catalog;
        this.ddl = ddl;
        this.extensions = new Extensions(catalog, ddl);
    }

    /** @return what CREATE TABLE may use then */
    Future<Allowed> laid(List<TableDefinition> tables) {
        return schemas(tables)
                .compose(done -> extensions.made(tables))
                .compose(done -> types(tables))
                .compose(done -> catalog.taken(sequences(tables).keySet()))
                .compose(taken -> sequencesMade(tables, taken).map(taken))
                .compose(taken -> catalog.knownCollations(collations(tables))
                        .map(known -> new Allowed(name -> !taken.contains(name), known::contains, true)));
    }

    private Future<Void> schemas(List<TableDefinition> tables) {
        Set<String> needed = new LinkedHashSet<>();
        for (TableDefinition table : tables) {
            needed.add(table.name().schema());
            table.types().forEach(type -> needed.add(type.name().schema()));
            table.sequences().forEach(sequence -> needed.add(sequence.name().schema()));
            table.schema().columns().stream()
                    .map(column -> TypeText.nameOf(column.type()))
                    .filter(Objects::nonNull)
                    .forEach(type -> needed.add(type.schema()));
        }
        return catalog.missingSchemas(needed)
                .compose(missing -> ddl.runTexts(missing.stream()
                        .map(schema -> "CREATE SCHEMA IF NOT EXISTS " + Quoting.identifier(schema))
                        .toList()));
    }

    private Future<Void> types(List<TableDefinition> tables) {
        Map<QualifiedName, TypeDefinition> needed = new LinkedHashMap<>();
        tables.forEach(table -> table.types().forEach(type -> needed.putIfAbsent(type.name(), type)));
        return catalog.typeParts(needed.keySet()).compose(present -> {
            List<String> statements = new ArrayList<>();
            needed.forEach((name, type) -> {
                if (!present.containsKey(name)) {
                    statements.add(DdlTypes.create(type));
                }
            });
            return ddl.runTexts(statements)
                    .recover(e -> Future.failedFuture(Refusal.during("Making the types " + needed.keySet(), e)));
        });
    }

    private Future<Void> sequencesMade(List<TableDefinition> tables, Set<QualifiedName> taken) {
        List<String> statements = new ArrayList<>();
        for (TableDefinition table : tables) {
            for (SequenceDefinition sequence : table.sequences()) {
                if (!isOfIdentity(table, sequence) && !taken.contains(sequence.name())) {
                    statements.add(DdlSequences.create(sequence));
                }
            }
        }
        return ddl.runTexts(statements);
    }

    /** Identity columns bring their sequences along. */
    static boolean isOfIdentity(TableDefinition table, SequenceDefinition sequence) {
        String owner = sequence.ownerColumn();
        return owner != null && DdlTables.details(table, owner).identity() != null;
    }

    private static Map<QualifiedName, SequenceDefinition> sequences(List<TableDefinition> tables) {
        Map<QualifiedName, SequenceDefinition> sequences = new LinkedHashMap<>();
        tables.forEach(table -> table.sequences().forEach(sequence -> sequences.put(sequence.name(), sequence)));
        return sequences;
    }

    private static Set<String> collations(List<TableDefinition> tables) {
        return tables.stream()
                .flatMap(table -> table.details().values().stream())
                .map(ColumnDetails::collation)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }
}

package io.penstock.target.postgresql;

import io.penstock.model.QualifiedName;
import io.penstock.model.TypeDefinition;
import io.penstock.model.TypeDefinition.EnumType;
import io.penstock.target.SqlExecutor;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lets the labels of the target's enums follow the source's. Labels are never taken away. */
final class EnumLabels {
    private final PostgresTargetCatalog catalog;
    private final Ddl ddl;
    private final EnumLedger ledger;

    EnumLabels(SqlExecutor sql) {
        this.catalog = new PostgresTargetCatalog(sql);
        this.ddl = new Ddl(sql);
        this.ledger = new EnumLedger(sql);
    }

    private interface Changes {
        List<String> of(EnumType source, List<String> target, Map<String, Long> ids);
    }

    /** Adds what is new: that harms nobody. @return whether there was something */
    Future<Boolean> added(Collection<? extends TypeDefinition> types) {
        return changed(types, TypeChanges::additions);
    }

    /** Renames what was renamed: rows that the stream still has under the old name are refused from then on. */
    Future<Boolean> renamed(Collection<? extends TypeDefinition> types) {
        return changed(types, (source, target, ids) -> {
            List<String> statements = new ArrayList<>();
            TypeChanges.renames(source, target, ids)
                    .forEach((from, to) -> statements.add(DdlTypes.renameLabel(source.name(), from, to)));
            return statements;
        });
    }

    private Future<Boolean> changed(Collection<? extends TypeDefinition> types, Changes changes) {
        Map<QualifiedName, EnumType> enums = new LinkedHashMap<>();
        for (TypeDefinition type : types) {
            if (type instanceof EnumType labels) {
                enums.put(labels.name(), labels);
            }
        }
        if (enums.isEmpty()) {
            return Future.succeededFuture(false);
        }
        List<String> statements = new ArrayList<>();
        return ledger.load()
                .compose(ids -> catalog.typeParts(enums.keySet()).compose(parts -> {
                    enums.forEach((name, type) -> {
                        List<String> target = parts.get(name);
                        if (target != null) {
                            statements.addAll(changes.of(type, target, ids.getOrDefault(name, Map.of())));
                        }
                    });
                    return Ddl.inTurn(statements, ddl::runAlone);
                }))
                .compose(done -> Ddl.inTurn(List.copyOf(enums.values()), ledger::save))
                .map(done -> !statements.isEmpty());
    }
}

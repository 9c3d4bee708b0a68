package io.penstock.target.postgresql;

import io.penstock.model.QualifiedName;
import io.penstock.model.TableDefinition;
import io.penstock.model.TypeDefinition;
import io.penstock.model.TypeDefinition.RangeType;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Types that come with an extension: nothing but the extension can make them. */
final class Extensions {
    /** Where an extension is not called like its type. */
    private static final Map<String, String> BY_TYPE = Map.ofEntries(
            Map.entry("geometry", "postgis"),
            Map.entry("geography", "postgis"),
            Map.entry("lquery", "ltree"),
            Map.entry("ltxtquery", "ltree"),
            Map.entry("halfvec", "vector"),
            Map.entry("sparsevec", "vector"),
            Map.entry("query_int", "intarray"),
            Map.entry("isbn", "isn"),
            Map.entry("isbn13", "isn"),
            Map.entry("issn", "isn"),
            Map.entry("ean13", "isn"),
            Map.entry("upc", "isn"));

    private final PostgresTargetCatalog catalog;
    private final Ddl ddl;

    Extensions(PostgresTargetCatalog catalog, Ddl ddl) {
        this.catalog = catalog;
        this.ddl = ddl;
    }

    /** Fails naming column, type and remedy when a type can't be had. */
    Future<Void> made(List<TableDefinition> tables) {
        Map<String, String> needed = TypeText.needed(tables);
        Set<QualifiedName> defined = defined(tables);
        needed.keySet().removeIf(text -> {
            QualifiedName name = TypeText.nameOf(text);
            return name != null && defined.contains(name);
        });
        return catalog.missingTypes(needed.keySet()).compose(missing -> {
            Set<QualifiedName> names = new LinkedHashSet<>();
            for (String text : missing) {
                QualifiedName name = TypeText.nameOf(text);
                if (name == null) {
                    return Future.failedFuture(refusal(needed.get(text), text, "the target server does not know it"));
                }
                names.add(new QualifiedName(name.schema(), BY_TYPE.getOrDefault(name.name(), name.name())));
            }
            List<String> reasons = new ArrayList<>();
            return Ddl.inTurn(List.copyOf(names), name -> create(name, reasons))
                    .compose(done -> catalog.missingTypes(missing))
                    .compose(still -> still.isEmpty()
                            ? Future.<Void>succeededFuture()
                            : Future.failedFuture(refusal(
                                    needed.get(still.iterator().next()),
                                    still.iterator().next(),
                                    String.join("; ", reasons))));
        });
    }

    /** An extension that can't be made is no error yet: the type is looked for again afterwards. */
    private Future<Void> create(QualifiedName extension, List<String> reasons) {
        return ddl.runText("CREATE EXTENSION IF NOT EXISTS " + Quoting.identifier(extension.name()) + " SCHEMA "
                        + Quoting.identifier(extension.schema()))
                .recover(e -> {
                    if (Refusal.isRetryable(e)) {
                        return Future.failedFuture(e);
                    }
                    reasons.add(e.getMessage());
                    return Future.succeededFuture();
                });
    }

    private static RuntimeException refusal(String user, String type, String reason) {
        return Refusal.of(
                "The type " + type + " of " + user + " is not on the target"
                        + (reason.isEmpty() ? "" : " (" + reason + ")"),
                "Install the extension that brings it (CREATE EXTENSION … SCHEMA …, in the schema the source has it in),"
                        + " or exclude the table");
    }

    private static Set<QualifiedName> defined(List<TableDefinition> tables) {
        Set<QualifiedName> names = new HashSet<>();
        for (TableDefinition table : tables) {
            for (TypeDefinition type : table.types()) {
                names.add(type.name());
                if (type instanceof RangeType range && range.multirangeName() != null) {
                    QualifiedName qualified = TypeText.nameOf(range.multirangeName());
                    names.add(
                            qualified != null
                                    ? qualified
                                    : new QualifiedName(type.name().schema(), range.multirangeName()));
                }
            }
        }
        return names;
    }
}

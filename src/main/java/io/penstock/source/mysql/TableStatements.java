package io.penstock.source.mysql;

import io.penstock.model.Column;
import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Described;
import io.penstock.model.Mutation.Reread;
import io.penstock.model.Mutation.Truncate;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableSchema;
import io.penstock.stamp.Stamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What statements on tables mean for the target. What they do to rows that no event tells of is read again. */
final class TableStatements {
    private final TableNames names;
    private final TableShapes shapes;
    private final Cascades cascades;

    TableStatements(TableNames names, TableShapes shapes, Cascades cascades) {
        this.names = names;
        this.shapes = shapes;
        this.cascades = cascades;
    }

    /**
     * @param ordinal of the statement inside its transaction; what comes of it has ordinals from here on
     * @return in stream order; empty where the target has nothing to do
     */
    List<Mutation> mutations(Ddl ddl, QueryEvent query, Stamp stamp, long ordinal) {
        if (changesForeignKeys(ddl)) {
            cascades.forget();
            shapes.watch(cascades::isParent);
        }
        Statement statement = new Statement(query.database(), stamp, ordinal);
        if (ddl instanceof Ddl.Truncate truncate) {
            statement.empties(truncate.table());
        } else if (ddl instanceof Ddl.Create create) {
            statement.creates(create);
        } else if (ddl instanceof Ddl.Alter alter) {
            statement.alters(alter);
        } else if (ddl instanceof Ddl.Drop drop) {
            drop.tables().forEach(statement::empties);
        } else if (ddl instanceof Ddl.Rename rename) {
            statement.renames(rename.from(), rename.to());
        } else if (ddl instanceof Ddl.DropDatabase drop) {
            shapes.knownOf(drop.database()).forEach(statement::empties);
        }
        return statement.out;
    }

    private static boolean changesForeignKeys(Ddl ddl) {
        return ddl instanceof Ddl.Create create && (create.foreignKeys() || create.replace())
                || ddl instanceof Ddl.Alter alter && (alter.foreignKeys() || alter.to() != null)
                || ddl instanceof Ddl.Drop
                || ddl instanceof Ddl.Rename;
    }

    /** One statement and what has come of it so far. */
    private final class Statement {
        final List<Mutation> out = new ArrayList<>();
        private final String usual;
        private final Stamp stamp;
        private final long ordinal;

        Statement(String usual, Stamp stamp, long ordinal) {
            this.usual = usual;
            this.stamp = stamp;
            this.ordinal = ordinal;
        }

        private long next() {
            return ordinal + out.size();
        }

        void empties(Ddl.Table named) {
            Ddl.Table table = named.in(usual);
            TableSchema schema = names.selects(table) ? shapes.latest(table) : null;
            if (schema != null) {
                out.add(new Truncate(stamp, next(), List.of(schema), false, true));
            }
        }

        void creates(Ddl.Create create) {
            Ddl.Table table = create.table().in(usual);
            TableSchema before = shapes.latest(table);
            boolean wasThere = create.keep() && before != null && shapes.isLive(table);
            if (!names.selects(table) || wasThere) {
                return;
            }
            TableDefinition today = shapes.today(table);
            if (create.replace()) {
                empties(table);
            }
            if (today != null) {
                boolean same =
                        before == null || before.columns().equals(today.schema().columns());
                describes(table, same ? List.of(today) : NewShapes.replaced(before, today, stamp));
            }
        }

        void alters(Ddl.Alter alter) {
            Ddl.Table table = alter.table().in(usual);
            if (alter.to() != null) {
                renames(List.of(table), List.of(alter.to()));
                return;
            }
            // Of other columns the next rows show what has become of them.
            if (names.selects(table) && !alter.renames().isEmpty()) {
                renamesColumns(table, alter.renames());
            }
            if (alter.rowsChange()) {
                rereads(table);
                alter.others().forEach(other -> rereads(other.in(usual)));
            }
        }

        /** In this order, one after the other; what counts is who bears a name in the end. */
        void renames(List<Ddl.Table> from, List<Ddl.Table> to) {
            Map<Ddl.Table, Boolean> there = new LinkedHashMap<>();
            for (int i = 0; i < from.size(); i++) {
                there.put(from.get(i).in(usual), false);
                there.put(to.get(i).in(usual), true);
            }
            there.forEach((table, isThere) -> {
                if (isThere) {
                    rereads(table);
                } else {
                    empties(table);
                }
            });
        }

        /** Its rows are others now, and only the source knows which. */
        private void rereads(Ddl.Table table) {
            TableDefinition today = names.selects(table) ? shapes.today(table) : null;
            if (today == null) {
                empties(table);
                return;
            }
            TableSchema before = shapes.latest(table);
            TableDefinition after = NewShapes.tobeRead(today);
            boolean same =
                    before == null || before.columns().equals(today.schema().columns());
            describes(table, same ? List.of(after) : NewShapes.followed(before, after, Map.of(), stamp));
            out.add(new Reread(stamp, next(), after));
        }

        private void renamesColumns(Ddl.Table table, Map<String, String> renames) {
            TableSchema before = shapes.latest(table);
            Map<String, String> spelled = before == null ? Map.of() : asSpelled(renames, before);
            if (spelled.size() < renames.size()) {
                // Of a column that is not there the shape is of a later time; the next rows will tell.
                return;
            }
            List<Column> columns = before.columns().stream()
                    .map(c -> new Column(spelled.getOrDefault(c.name(), c.name()), c.type(), 0))
                    .toList();
            TableSchema after = new TableSchema(
                    before.name(), before.sourceId(), columns, before.key(), before.fullIdentity(), before.product());
            describes(table, NewShapes.followed(before, TableDefinition.ofShape(after), spelled, stamp));
        }

        private void describes(Ddl.Table table, List<TableDefinition> definitions) {
            definitions.forEach(d -> out.add(new Described(stamp, next(), d.schema(), d)));
            shapes.told(table, definitions.get(definitions.size() - 1).schema());
        }
    }

    /** Names of columns are the same in small and in capital letters. */
    private static Map<String, String> asSpelled(Map<String, String> renames, TableSchema table) {
        Map<String, String> spelled = new HashMap<>();
        renames.forEach((from, to) -> table.columns().stream()
                .map(Column::name)
                .filter(from::equalsIgnoreCase)
                .forEach(name -> spelled.put(name, to)));
        return spelled;
    }
}

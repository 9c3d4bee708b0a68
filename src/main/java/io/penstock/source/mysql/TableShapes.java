package io.penstock.source.mysql;

import io.penstock.model.TableDefinition;
import io.penstock.model.TableSchema;
import io.penstock.stamp.Stamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The tables that the log has described so far. An event is the truth for its rows; the catalogue, which is today's,
 * adds what agrees with it. A description that says nothing new keeps the instance that earlier rows refer to.
 */
final class TableShapes {
    /** Asks the source's catalogue. */
    interface Today {
        /** Null where there is no such table. */
        CatalogTable table(Ddl.Table name);
    }

    /**
     * @param map null where rows need not be read
     * @param schema null for a table that is not replicated
     * @param raw the event's description, to know it again
     */
    record Shape(TableMap map, TableSchema schema, byte[] raw) {
        Ddl.Table name() {
            return new Ddl.Table(map.database(), map.table());
        }

        boolean isSelected() {
            return schema != null;
        }
    }

    /** @param news definitions to be told downstream, in this order; none when nothing is new */
    record Mapped(Shape shape, List<TableDefinition> news) {
        static Mapped known(Shape shape) {
            return new Mapped(shape, List.of());
        }
    }

    private final TableMapDecoder decoder;
    private final TableNames names;
    private final Definitions definitions;
    private final Today today;
    private final Map<Ddl.Table, CatalogTable> readAhead = new HashMap<>();
    private final Map<Ddl.Table, Shape> shapes = new HashMap<>();
    private Predicate<Ddl.Table> watched = name -> false;

    TableShapes(TableMapDecoder decoder, TableNames names, Definitions definitions, Today today) {
        this.decoder = decoder;
        this.names = names;
        this.definitions = definitions;
        this.today = today;
    }

    /** @param tables not replicated, and of interest all the same: replicated ones depend on their rows */
    void watch(Predicate<Ddl.Table> tables) {
        watched = tables;
        shapes.values().removeIf(shape -> !shape.isSelected());
    }

    /** Tables as the catalogue has them at the start; they save questions. */
    void readAhead(List<CatalogTable> tables) {
        tables.forEach(table -> readAhead.put(table.name(), table));
    }

    /**
     * Reads a TABLE_MAP event's body from behind the table's number and flags.
     *
     * @param stamp of its transaction
     */
    Mapped map(EventBytes in, Stamp stamp) {
        byte[] raw = in.copy(in.remaining());
        EventBytes body = new EventBytes(raw, 0, raw.length);
        Ddl.Table name = new Ddl.Table(body.name(), body.name());
        Shape known = shapes.get(name);
        if (known != null && Arrays.equals(known.raw(), raw)) {
            return Mapped.known(known);
        }
        boolean selected = names.selects(name);
        if (!selected && !watched.test(name)) {
            Shape ignored = new Shape(null, null, raw);
            shapes.put(name, ignored);
            return Mapped.known(ignored);
        }
        body.wrap(raw, 0, raw.length);
        if (!selected) {
            Shape parent = new Shape(decoder.decode(body), null, raw);
            shapes.put(name, parent);
            return Mapped.known(parent);
        }
        TableMap map = decoder.decode(body);
        TableSchema before = latest(name);
        CatalogTable catalog = find(name, map);
        TableMap telling = telling(map, catalog);
        if (known != null
                && known.isSelected()
                && known.map() != null
                && known.map().equals(telling)) {
            Shape same = new Shape(known.map(), known.schema(), raw);
            shapes.put(name, same);
            return Mapped.known(same);
        }
        Shape shape = new Shape(telling, definitions.schema(telling), raw);
        shapes.put(name, shape);
        TableDefinition news = definitions.of(shape.schema(), catalog);
        // A statement tells of renamed columns; so what has another name here has come or gone.
        return new Mapped(
                shape,
                before != null && NewShapes.isUnclear(before, shape.schema())
                        ? NewShapes.followed(before, news, Map.of(), stamp)
                        : List.of(news));
    }

    /** What is known of a replicated table now, whoever said it; null when nothing is. */
    TableSchema latest(Ddl.Table name) {
        Shape shape = shapes.get(name);
        if (shape != null) {
            return shape.schema();
        }
        CatalogTable early = readAhead.get(name);
        return early == null ? null : definitions.of(early).schema();
    }

    /** The replicated tables of a database, as far as they are known. */
    List<Ddl.Table> knownOf(String database) {
        Set<Ddl.Table> known = new TreeSet<>(Comparator.comparing(Ddl.Table::toString));
        known.addAll(readAhead.keySet());
        shapes.forEach((name, shape) -> {
            if (shape.isSelected()) {
                known.add(name);
            }
        });
        return known.stream().filter(name -> name.database().equals(database)).toList();
    }

    /** True when rows of it were seen, or it was there at the start. */
    boolean isLive(Ddl.Table name) {
        return shapes.containsKey(name) || readAhead.containsKey(name);
    }

    /** The catalogue's table of today, or null. */
    TableDefinition today(Ddl.Table name) {
        CatalogTable table = today.table(name);
        if (table == null) {
            return null;
        }
        return definitions.of(table);
    }

    /** A shape that was told downstream for a reason other than rows; the next rows' description is news again. */
    void told(Ddl.Table name, TableSchema schema) {
        shapes.put(name, new Shape(null, schema, new byte[0]));
    }

    private CatalogTable find(Ddl.Table name, TableMap map) {
        CatalogTable early = readAhead.remove(name);
        if (early != null && agreesWholly(early, map)) {
            return early;
        }
        return today.table(name);
    }

    private static boolean agreesWholly(CatalogTable table, TableMap map) {
        return map.columns().stream().allMatch(column -> {
            var known = table.column(column.name());
            return known != null && (known.type().equals(column.text()) || isTelling(known.type(), column));
        });
    }

    private static boolean isTelling(String type, EventColumn column) {
        return switch (type) {
            case StoredTypes.UUID, StoredTypes.INET6 -> column.text().equals("binary(16)");
            case StoredTypes.INET4 -> column.text().equals("binary(4)");
            default -> false;
        };
    }

    private static TableMap telling(TableMap map, CatalogTable catalog) {
        if (catalog == null) {
            return map;
        }
        List<EventColumn> columns = new ArrayList<>();
        for (EventColumn column : map.columns()) {
            var known = catalog.column(column.name());
            columns.add(known != null && isTelling(known.type(), column) ? column.as(known.type()) : column);
        }
        return new TableMap(map.database(), map.table(), columns, map.key());
    }
}

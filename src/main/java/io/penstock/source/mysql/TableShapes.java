package io.penstock.source.mysql;

import io.penstock.model.TableDefinition;
import io.penstock.model.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /** @param news the definition to be told downstream, or null when nothing is new */
    record Mapped(Shape shape, TableDefinition news) {}

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

    /** Reads a TABLE_MAP event's body from behind the table's number and flags. */
    Mapped map(EventBytes in) {
        byte[] raw = in.copy(in.remaining());
        EventBytes body = new EventBytes(raw, 0, raw.length);
        Ddl.Table name = new Ddl.Table(body.name(), body.name());
        Shape known = shapes.get(name);
        if (known != null && Arrays.equals(known.raw(), raw)) {
            return new Mapped(known, null);
        }
        boolean selected = names.selects(name);
        if (!selected && !watched.test(name)) {
            Shape ignored = new Shape(null, null, raw);
            shapes.put(name, ignored);
            return new Mapped(ignored, null);
        }
        body.wrap(raw, 0, raw.length);
        if (!selected) {
            Shape parent = new Shape(decoder.decode(body), null, raw);
            shapes.put(name, parent);
            return new Mapped(parent, null);
        }
        TableMap map = decoder.decode(body);
        CatalogTable catalog = find(name, map);
        TableMap telling = telling(map, catalog);
        if (known != null
                && known.isSelected()
                && known.map() != null
                && known.map().equals(telling)) {
            Shape same = new Shape(known.map(), known.schema(), raw);
            shapes.put(name, same);
            return new Mapped(same, null);
        }
        Shape shape = new Shape(telling, definitions.schema(telling), raw);
        shapes.put(name, shape);
        return new Mapped(shape, definitions.of(shape.schema(), catalog));
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

    boolean knowsTablesOf(String database) {
        return shapes.entrySet().stream()
                        .anyMatch(e -> e.getKey().database().equals(database)
                                && e.getValue().isSelected())
                || readAhead.keySet().stream().anyMatch(name -> name.database().equals(database));
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

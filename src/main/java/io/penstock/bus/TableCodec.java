package io.penstock.bus;

import io.penstock.model.Column;
import io.penstock.model.Product;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Table shapes of one message: each is written where it is first met, and is a number from then on. So the mutations
 * that come out share one instance, as those that went in did. One instance a message and direction.
 */
final class TableCodec {
    private final Map<TableSchema, Integer> written = new IdentityHashMap<>();
    private final List<TableSchema> read = new ArrayList<>();
    private TableSchema last;
    private int lastIndex;

    void write(WireWriter out, TableSchema table) {
        if (table == last) {
            out.number(lastIndex);
            return;
        }
        Integer known = written.get(table);
        last = table;
        lastIndex = known == null ? written.size() : known;
        out.number(lastIndex);
        if (known == null) {
            written.put(table, lastIndex);
            writeShape(out, table);
        }
    }

    TableSchema read(WireReader in) {
        int index = in.small();
        if (index < read.size()) {
            return read.get(index);
        }
        if (index > read.size()) {
            throw new UnreadableMessageException("table " + index + " of " + read.size());
        }
        TableSchema table = readShape(in);
        read.add(table);
        return table;
    }

    private static void writeShape(WireWriter out, TableSchema table) {
        writeName(out, table.name());
        out.number(table.sourceId());
        out.list(table.columns(), TableCodec::writeColumn);
        out.list(table.key(), (o, index) -> o.number(index));
        out.bool(table.fullIdentity());
        out.number(table.product().ordinal());
    }

    private static TableSchema readShape(WireReader in) {
        return new TableSchema(
                readName(in),
                in.number(),
                in.list(TableCodec::readColumn),
                in.list(WireReader::small),
                in.bool(),
                Product.values()[in.small()]);
    }

    static void writeName(WireWriter out, TableName name) {
        out.text(name.schema());
        out.text(name.table());
    }

    static TableName readName(WireReader in) {
        return new TableName(in.text(), in.text());
    }

    static void writeColumn(WireWriter out, Column column) {
        out.text(column.name());
        out.text(column.type());
        out.signed(column.number());
    }

    static Column readColumn(WireReader in) {
        return new Column(in.text(), in.text(), (int) in.signed());
    }
}

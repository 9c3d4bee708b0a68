package io.penstock.target.mysql;

import io.penstock.model.Column;
import io.penstock.model.Mutation.Delete;
import io.penstock.model.Mutation.Insert;
import io.penstock.model.Mutation.Truncate;
import io.penstock.model.Mutation.Update;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.stamp.LsnStamp;
import io.penstock.target.mysql.TargetTable.UniqueKey;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The texts that lanes send, without a server. */
class StatementTextsTest {
    private static final LsnStamp STAMP = LsnStamp.before(0x10);
    private static final TableSchema KEYED = schema(List.of(0, 1));
    private static final TableSchema KEYLESS = schema(List.of());

    private static TableSchema schema(List<Integer> key) {
        return new TableSchema(
                new TableName("public", "t`1"),
                1,
                List.of(
                        new Column("id", "integer", 1),
                        new Column("at", "timestamp with time zone", 2),
                        new Column("v", "text", 3),
                        new Column("b", "bytea", 4)),
                key,
                key.isEmpty());
    }

    private static TargetTable target(UniqueKey... keys) {
        return new TargetTable(
                new TableName("shop", "t`1"),
                List.of(
                        column("id", "int", -1, 0),
                        column("at", "datetime", -1, 6),
                        column("v", "varchar", 20, -1),
                        column("b", "longblob", 1 << 30, -1)),
                List.of(keys),
                false,
                List.of());
    }

    private static TargetColumn column(String name, String type, long length, int scale) {
        return new TargetColumn(name, type, type, length, 10, scale, true, false, false, null);
    }

    private static final UniqueKey PRIMARY = new UniqueKey("PRIMARY", List.of("id", "at"), true);
    private static final UniqueKey OTHER = new UniqueKey("v", List.of("v"), false);

    private static List<String> texts(TargetTable target, boolean inOrder, io.penstock.model.Mutation... mutations) {
        TargetTables tables = new TargetTables() {
            @Override
            public WritePlan plan(TableSchema shape) {
                return WritePlan.of(shape, target, null);
            }

            @Override
            public long version() {
                return 0;
            }
        };
        TransactionText text = new TransactionText(16 << 20);
        MutationTexts writer = new MutationTexts(tables, new FreshRows());
        if (inOrder) {
            writer.writeInOrder(List.of(mutations), text);
        } else {
            writer.write(List.of(mutations), text);
        }
        return text.parts().stream()
                .flatMap(part -> List.of(part.text().split("; ")).stream())
                .toList();
    }

    private static io.penstock.model.Mutation[] mutations(TableSchema table) {
        return new io.penstock.model.Mutation[] {
            new Insert(STAMP, 1, table, Tuple.of("1", "2024-02-29 23:59:59.5+00", "it's", "\\x00ff")),
            new Update(STAMP, 2, table, old(table, "2"), Tuple.of("2", "2024-02-29 00:00:00+00", "new \\", "\\x")),
            new Update(
                    STAMP, 3, table, old(table, "3"), LaneFixture.tuple("3", "2024-02-29 00:00:00+00", "-", "\\x01")),
            new Delete(STAMP, 4, table, old(table, "4")),
            new Update(STAMP, 5, table, old(table, "5"), Tuple.of("6", "2024-02-29 00:00:00+00", null, null)),
            new Truncate(STAMP, 6, List.of(table), false, false)
        };
    }

    private static Tuple old(TableSchema table, String id) {
        return Tuple.of(id, "2024-02-29 00:00:00+00", "old", null);
    }

    @Test
    void keyed_tables_with_one_unique_key() {
        GoldenSql.check("keyed", texts(target(PRIMARY), false, mutations(KEYED)));
        GoldenSql.check("keyed-in-order", texts(target(PRIMARY), true, mutations(KEYED)));
    }

    @Test
    void keyed_tables_with_further_unique_keys() {
        GoldenSql.check("unique", texts(target(PRIMARY, OTHER), false, mutations(KEYED)));
        GoldenSql.check("unique-in-order", texts(target(PRIMARY, OTHER), true, mutations(KEYED)));
    }

    @Test
    void keyless_tables() {
        GoldenSql.check("keyless", texts(target(), false, mutations(KEYLESS)));
        GoldenSql.check("keyless-in-order", texts(target(), true, mutations(KEYLESS)));
    }
}

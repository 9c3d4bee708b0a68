package io.penstock.bench;

import io.penstock.model.Column;
import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Delete;
import io.penstock.model.Mutation.Insert;
import io.penstock.model.Mutation.RowMutation;
import io.penstock.model.Mutation.Update;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.stamp.LsnStamp;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Mutations of a table of six columns, about 120 bytes a row, as a busy application makes them. */
final class BenchRows {
    static final int BATCH = 1_000;

    private static final TableSchema TABLE = new TableSchema(
            new TableName("public", "items"),
            16_384,
            List.of(
                    new Column("id", "bigint", 1),
                    new Column("name", "text", 2),
                    new Column("price", "numeric(10,2)", 3),
                    new Column("stock", "integer", 4),
                    new Column("details", "jsonb", 5),
                    new Column("changed", "timestamp with time zone", 6)),
            List.of(0),
            false);
    private static final LsnStamp STAMP = new LsnStamp(0x1_0000_0000L, 0x1_0000_0030L);

    private BenchRows() {}

    /**
     * A batch of inserts, updates and deletes, 3 to 6 to 1.
     *
     * @param keys from how many they are taken: the fewer, the more there is to fold
     */
    static List<RowMutation> mixed(int keys) {
        SplittableRandom random = new SplittableRandom(1);
        List<RowMutation> mutations = new ArrayList<>(BATCH);
        for (int i = 1; i <= BATCH; i++) {
            Tuple row = row(random.nextInt(keys), i);
            int choice = random.nextInt(10);
            mutations.add(
                    choice < 3
                            ? new Insert(STAMP, i, TABLE, row)
                            : choice < 9 ? new Update(STAMP, i, TABLE, null, row) : new Delete(STAMP, i, TABLE, row));
        }
        return mutations;
    }

    static List<Mutation> asMutations(List<RowMutation> rows) {
        return new ArrayList<>(rows);
    }

    private static Tuple row(int id, int version) {
        return Tuple.of(
                Integer.toString(id),
                "item number " + id,
                id % 10_007 + ".25",
                Integer.toString(version),
                "{\"size\": " + id % 50 + ", \"colour\": \"c" + id % 17 + "\"}",
                "2026-01-01 00:00:00.123456+00");
    }
}

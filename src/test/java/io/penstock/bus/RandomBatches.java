package io.penstock.bus;

import io.penstock.model.Batch;
import io.penstock.model.Column;
import io.penstock.model.Dependents;
import io.penstock.model.Dependents.Hop;
import io.penstock.model.Dependents.NewValue;
import io.penstock.model.Epoch;
import io.penstock.model.Lane;
import io.penstock.model.LanePosition;
import io.penstock.model.LoopName;
import io.penstock.model.Mutation;
import io.penstock.model.QualifiedName;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableDefinition.ColumnDetails;
import io.penstock.model.TableDefinition.Constraint;
import io.penstock.model.TableDefinition.ConstraintKind;
import io.penstock.model.TableDefinition.Partitioning;
import io.penstock.model.TableDefinition.SequenceDefinition;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.model.TypeDefinition;
import io.penstock.stamp.LsnStamp;
import io.penstock.stamp.MariaDbGtidStamp;
import io.penstock.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/** Batches of every content that the model allows. */
final class RandomBatches {
    private static final String[] TEXTS = {"", "a", "NULL", "\\N", "{}", "Tab\t", "größe", "日本", "😀", "\"q\"", "x y"};

    private final Random random;
    private Stamp stamp;

    RandomBatches(long seed) {
        random = new Random(seed);
        nextStamp();
    }

    Batch batch() {
        List<TableSchema> tables = many(1, 4, this::table);
        List<Mutation> mutations = many(1, 60, () -> mutation(tables));
        Lane lane = pick(null, Lane.SERIAL, Lane.BARRIER, Lane.shard(random.nextInt(300)));
        return new Batch(
                new LoopName("loop-" + random.nextInt(10)),
                new Epoch(number() >>> 1),
                number() >>> 1,
                lane,
                number() >>> 1,
                mutations,
                number() >>> 1);
    }

    private Mutation mutation(List<TableSchema> tables) {
        if (random.nextInt(5) == 0) {
            nextStamp();
        }
        TableSchema table = tables.get(random.nextInt(tables.size()));
        long ordinal = random.nextInt(10) == 0 ? LanePosition.WHOLE : number() >>> 1;
        return switch (random.nextInt(14)) {
            case 0, 1, 2 -> new Mutation.Insert(stamp, ordinal, table, tuple(table));
            case 3, 4 -> new Mutation.Update(stamp, ordinal, table, null, tuple(table));
            case 5, 6 -> new Mutation.Update(stamp, ordinal, table, tuple(table), tuple(table));
            case 7, 8 -> new Mutation.Delete(stamp, ordinal, table, tuple(table));
            case 9 -> new Mutation.Commit(stamp, random.nextLong());
            case 10 -> new Mutation.Truncate(stamp, ordinal, tables, random.nextBoolean(), random.nextBoolean());
            case 11 ->
                new Mutation.Cascade(
                        stamp,
                        ordinal,
                        many(0, 3, () -> dependents(tables)),
                        many(0, 4, () -> tuple(table)),
                        random.nextBoolean() ? null : tuple(table));
            case 12 -> new Mutation.Reread(stamp, ordinal, definition(table));
            default -> new Mutation.Described(stamp, ordinal, table, definition(table));
        };
    }

    private Dependents dependents(List<TableSchema> tables) {
        return new Dependents(
                many(
                        1,
                        3,
                        () -> new Hop(
                                tables.get(random.nextInt(tables.size())),
                                many(0, 3, () -> random.nextInt(300)),
                                many(0, 3, () -> random.nextInt(300)),
                                random.nextBoolean(),
                                random.nextBoolean())),
                many(0, 3, () -> new NewValue(random.nextInt(300), random.nextInt(300) - 1)));
    }

    private void nextStamp() {
        if (random.nextInt(4) == 0) {
            stamp = MariaDbGtidStamp.EMPTY.with(random.nextInt(3), 1, random.nextLong());
            return;
        }
        long commit = random.nextBoolean() || !(stamp instanceof LsnStamp lsn)
                ? random.nextLong()
                : lsn.commit() + random.nextInt(999);
        long end = Long.compareUnsigned(commit, commit + 48) < 0 ? commit + 48 : commit;
        stamp = new LsnStamp(commit, end);
    }

    private TableSchema table() {
        List<Column> columns = many(0, 9, this::column);
        List<Integer> key = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            if (random.nextInt(3) == 0) {
                key.add(0, i);
            }
        }
        return new TableSchema(tableName(), random.nextLong(), columns, key, random.nextBoolean());
    }

    /** Values that lie in the array with gaps and in any order, as a decoder may have left them. */
    private Tuple tuple(TableSchema table) {
        int columns = table.columns().size();
        byte[] bytes = new byte[300 + 40 * columns];
        random.nextBytes(bytes);
        int[] bounds = new int[2 * columns];
        for (int i = 0; i < columns; i++) {
            byte[] value = random.nextInt(20) == 0
                    ? "x".repeat(300).getBytes(StandardCharsets.UTF_8)
                    : text().getBytes(StandardCharsets.UTF_8);
            bounds[2 * i] = random.nextInt(bytes.length - 300);
            bounds[2 * i + 1] = pick(Tuple.NULL, Tuple.ABSENT, value.length, value.length);
        }
        return new Tuple(bytes, bounds);
    }

    private TableDefinition definition(TableSchema table) {
        if (random.nextInt(4) == 0) {
            return TableDefinition.ofShape(table);
        }
        Map<String, ColumnDetails> details = new HashMap<>();
        many(
                        0,
                        4,
                        () -> new ColumnDetails(
                                random.nextBoolean(),
                                maybe(),
                                maybe(),
                                maybe(),
                                maybe(),
                                maybe(),
                                random.nextBoolean()))
                .forEach(d -> details.put("c" + details.size(), d));
        Partitioning partition = random.nextBoolean()
                ? null
                : new Partitioning(maybe(), random.nextBoolean() ? null : tableName(), maybe());
        return new TableDefinition(
                random.nextBoolean() ? table : table(),
                details,
                many(0, 4, this::type),
                many(0, 3, this::sequence),
                many(0, 5, this::constraint),
                many(0, 3, this::text),
                partition,
                pick(-1L, 0L, number()));
    }

    private TypeDefinition type() {
        QualifiedName name = new QualifiedName("s" + text(), "n" + text());
        return switch (random.nextInt(4)) {
            case 0 -> enumType(name);
            case 1 ->
                new TypeDefinition.DomainType(
                        name, text(), maybe(), random.nextBoolean(), maybe(), many(0, 3, this::text));
            case 2 -> new TypeDefinition.CompositeType(name, many(0, 4, this::column));
            default -> new TypeDefinition.RangeType(name, text(), maybe(), maybe(), maybe());
        };
    }

    private SequenceDefinition sequence() {
        return new SequenceDefinition(
                new QualifiedName("s", "q" + text()),
                maybe(),
                "bigint",
                number(),
                number(),
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                random.nextBoolean(),
                random.nextBoolean() ? null : (Long) number());
    }

    private Constraint constraint() {
        return new Constraint(
                text(),
                pick(ConstraintKind.values()),
                many(0, 3, this::text),
                random.nextBoolean(),
                random.nextBoolean() ? null : tableName(),
                text());
    }

    private Column column() {
        return new Column("c" + text(), "t" + text(), pick(0, 1, -7, 1600, Integer.MAX_VALUE, Integer.MIN_VALUE));
    }

    private TableName tableName() {
        return new TableName("s" + text(), "t" + text());
    }

    private String text() {
        return pick(TEXTS);
    }

    private String maybe() {
        return random.nextBoolean() ? null : text();
    }

    /** Of every length in bits. */
    private long number() {
        return random.nextLong() >> random.nextInt(64);
    }

    @SafeVarargs
    private <T> T pick(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private <T> List<T> many(int least, int most, Supplier<T> one) {
        int count = least + random.nextInt(most - least + 1);
        List<T> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(one.get());
        }
        return all;
    }

    private TypeDefinition.EnumType enumType(io.penstock.model.QualifiedName name) {
        List<String> labels = many(0, 5, this::text);
        return new TypeDefinition.EnumType(
                name,
                labels,
                random.nextBoolean()
                        ? List.of()
                        : labels.stream().map(label -> random.nextLong()).toList());
    }
}

package io.penstock.source.postgresql;

import io.penstock.model.Column;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** What a row message of pgoutput costs to decode. Time per row. Beside the decoder, which its room keeps to itself. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PgoutputDecoderBench {
    private static final int ROWS = 1_000;
    private static final int OID = 16_384;
    private static final int TEXT = 25;

    /** The message of each row: insert, update without and with the old row, delete. */
    @Param({"INSERT", "UPDATE", "UPDATE_FULL", "DELETE"})
    private Kind kind;

    /** Values of six columns, about 120 bytes a row. */
    private final String[] values = {
        "123456",
        "item number 123456",
        "4711.25",
        "42",
        "{\"size\": 12, \"colour\": \"c7\"}",
        "2026-01-01 00:00:00.123456+00"
    };

    private final List<byte[]> transaction = new ArrayList<>();
    private RelationCache relations;

    /** What a row message is. */
    public enum Kind {
        INSERT,
        UPDATE,
        UPDATE_FULL,
        DELETE
    }

    @Setup
    public void make() {
        relations = new RelationCache(new OneTable(kind == Kind.UPDATE_FULL, values.length));
        transaction.add(new PgoutputBytes('B').int64(1_000).int64(0).int32(7).bytes());
        transaction.add(relation());
        for (int i = 0; i < ROWS; i++) {
            transaction.add(row());
        }
        transaction.add(new PgoutputBytes('C')
                .int8(0)
                .int64(1_000)
                .int64(1_048)
                .int64(0)
                .bytes());
    }

    /** One transaction; the description at its head is known after the first time. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public void decode(Blackhole out) {
        PgoutputDecoder decoder = new PgoutputDecoder(relations, out::consume);
        for (byte[] message : transaction) {
            decoder.decode(message, 0, message.length);
        }
    }

    private byte[] relation() {
        PgoutputBytes out = new PgoutputBytes('R').int32(OID).text("public").text("items");
        out.int8(kind == Kind.UPDATE_FULL ? 'f' : 'd').int16(values.length);
        for (int i = 0; i < values.length; i++) {
            out.int8(i == 0 || kind == Kind.UPDATE_FULL ? 1 : 0).text("c" + i);
            out.int32(TEXT).int32(-1);
        }
        return out.bytes();
    }

    private byte[] row() {
        return switch (kind) {
            case INSERT ->
                new PgoutputBytes('I').int32(OID).int8('N').tuple(values).bytes();
            case UPDATE ->
                new PgoutputBytes('U').int32(OID).int8('N').tuple(values).bytes();
            case UPDATE_FULL ->
                new PgoutputBytes('U')
                        .int32(OID)
                        .int8('O')
                        .tuple(values)
                        .int8('N')
                        .tuple(values)
                        .bytes();
            case DELETE ->
                new PgoutputBytes('D')
                        .int32(OID)
                        .int8('K')
                        .tuple(values[0], null, null, null, null, null)
                        .bytes();
        };
    }

    /** A catalogue of one table. */
    private record OneTable(boolean full, int columns) implements RelationCache.Shapes {
        @Override
        public boolean isRenumbered(TableSchema described, int xid) {
            return false;
        }

        @Override
        public boolean selects(RelationMessage message) {
            return true;
        }

        @Override
        public RelationCache.Described describe(RelationMessage message, int xid) {
            List<Column> described = new ArrayList<>();
            for (int i = 0; i < columns; i++) {
                described.add(new Column("c" + i, "text", i + 1));
            }
            TableSchema schema = new TableSchema(new TableName("public", "items"), OID, described, List.of(0), full);
            return new RelationCache.Described(schema, TableDefinition.ofShape(schema));
        }

        @Override
        public void typeNamed(int oid, String schema, String name) {}
    }
}

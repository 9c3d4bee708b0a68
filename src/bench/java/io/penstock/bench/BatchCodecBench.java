package io.penstock.bench;

import io.penstock.bus.BatchCodec;
import io.penstock.model.Batch;
import io.penstock.model.Epoch;
import io.penstock.model.Lane;
import io.penstock.model.LoopName;
import io.vertx.core.buffer.Buffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a row costs on its way to another node: a batch to bytes, and back. Time per row. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class BatchCodecBench {
    private final BatchCodec codec = new BatchCodec();
    private final Batch batch = new Batch(
            new LoopName("bench"),
            new Epoch(1),
            0,
            Lane.shard(0),
            0,
            BenchRows.asMutations(BenchRows.mixed(100_000)),
            200_000);
    private final Buffer encoded = encode();

    @Benchmark
    @OperationsPerInvocation(BenchRows.BATCH)
    public Buffer encode() {
        Buffer buffer = Buffer.buffer();
        codec.encodeToWire(buffer, batch);
        return buffer;
    }

    @Benchmark
    @OperationsPerInvocation(BenchRows.BATCH)
    public Batch decode() {
        return codec.decodeFromWire(0, encoded);
    }
}

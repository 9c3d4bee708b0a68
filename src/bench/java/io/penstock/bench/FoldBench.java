package io.penstock.bench;

import io.penstock.model.Mutation.RowMutation;
import io.penstock.target.Fold;
import io.penstock.target.Stretch;
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

/** What a row costs in the fold of a batch. Time per row. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class FoldBench {
    /** From how many keys the batch's rows are taken: nearly all distinct, or each many times. */
    @Param({"1000000", "50"})
    private int keys;

    private List<RowMutation> mutations;

    @Setup
    public void make() {
        mutations = BenchRows.mixed(keys);
    }

    @Benchmark
    @OperationsPerInvocation(BenchRows.BATCH)
    public List<Stretch> fold() {
        return Fold.of(mutations, table -> true);
    }
}

package io.penstock.bench;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One run of a case with one contender; or the medians of several. NaN for what a case does not measure.
 *
 * @param seconds until all is in the target, the contender's start-up left out
 * @param secondsWithStart the same with start-up
 * @param p50Millis commit to visible, median
 * @param p99Millis commit to visible, 99th percentile
 * @param contenderCpuSeconds outside of the two servers, with start-up
 * @param peakResidentMiB outside of the two servers
 */
record Measurement(
        double seconds,
        double secondsWithStart,
        double p50Millis,
        double p99Millis,
        double sourceCpuSeconds,
        double targetCpuSeconds,
        double contenderCpuSeconds,
        double peakResidentMiB) {

    static Measurement median(List<Measurement> runs) {
        return new Measurement(
                median(runs, Measurement::seconds),
                median(runs, Measurement::secondsWithStart),
                median(runs, Measurement::p50Millis),
                median(runs, Measurement::p99Millis),
                median(runs, Measurement::sourceCpuSeconds),
                median(runs, Measurement::targetCpuSeconds),
                median(runs, Measurement::contenderCpuSeconds),
                median(runs, Measurement::peakResidentMiB));
    }

    private static double median(List<Measurement> runs, ToDoubleFunction<Measurement> what) {
        double[] sorted = runs.stream().mapToDouble(what).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}

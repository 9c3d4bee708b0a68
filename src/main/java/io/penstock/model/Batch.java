package io.penstock.model;

import java.util.List;

/**
 * What travels over the bus: mutations in stream order, numbered without a gap.
 *
 * @param generation counts the starts of the loop within a reign; batches of an earlier one are refused
 * @param lane the lane it is for; null on the way from the source to the loop
 * @param sequence counts the batches of one sender to one address, from 0
 * @param retainedBytes what keeping the batch costs, in bytes of heap
 */
public record Batch(
        LoopName loop,
        Epoch epoch,
        long generation,
        Lane lane,
        long sequence,
        List<Mutation> mutations,
        long retainedBytes) {
    public Batch {
        if (mutations.isEmpty()) {
            throw new IllegalArgumentException("an empty batch has no position");
        }
    }
}

package io.penstock.bus;

import io.penstock.model.Epoch;
import io.penstock.model.LoopName;
import io.penstock.stamp.Stamp;

/**
 * The source has nothing more for this loop before {@code position}, and no transaction is under way. It is numbered in
 * one row with the batches of the same sender: when it arrives, every batch before it has arrived.
 *
 * @param sequence the next number of the sender's batches
 */
public record Idle(LoopName loop, Epoch epoch, long generation, long sequence, Stamp position) {}

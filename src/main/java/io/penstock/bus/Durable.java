package io.penstock.bus;

import io.penstock.model.Lane;
import io.penstock.model.LanePosition;

/**
 * News: a lane has durably committed everything up to {@code position}. It may be lost; the next one says more.
 *
 * @param generation that of the lane's batches
 */
public record Durable(Lane lane, long generation, LanePosition position) {}

package io.penstock.sequencer;

import io.penstock.bus.Addresses;
import io.penstock.model.Epoch;
import io.penstock.model.Lane;
import io.penstock.model.LanePosition;
import io.penstock.model.LoopName;
import io.penstock.target.LaneGuard;
import io.penstock.target.LaneWriter;
import io.penstock.target.TargetSchema;
import io.vertx.core.Future;
import java.util.function.Supplier;

/**
 * What one lane needs to do its work.
 *
 * @param row where the lane's progress row stands: the next transaction starts from exactly there
 * @param covered everything up to here is applied and is skipped when it comes again; not before {@code row}
 * @param opener opens a connection of the lane; asked again after a refused flight
 * @param limits how much goes into one target transaction
 * @param careful one statement a mutation, in source order: for a stretch that was refused otherwise
 */
public record LaneSetup(
        LoopName loop,
        Epoch epoch,
        long generation,
        Lane lane,
        Addresses addresses,
        LanePosition row,
        LanePosition covered,
        LaneGuard guard,
        TargetSchema schema,
        boolean createTables,
        Supplier<Future<LaneWriter>> opener,
        FlightLimits limits,
        boolean careful,
        FlightObserver observer) {}

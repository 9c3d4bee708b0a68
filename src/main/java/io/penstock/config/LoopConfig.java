package io.penstock.config;

import io.penstock.model.LoopName;
import java.time.Duration;

/**
 * One replication loop.
 *
 * @param backfill whether rows that exist before the loop starts are copied
 * @param backfillWindow how far behind the loop may be before auto mode goes to fan; zero for never
 * @param fanShards lanes in fan mode; 0 for what fits the target
 * @param bytesInFlight retained bytes of mutations between source and target
 * @param applyTimeout how long one answer of the target may take
 * @param retryDelay the longest pause between two tries
 */
public record LoopConfig(
        LoopName name,
        SourceConfig source,
        TargetConfig target,
        ModeSetting mode,
        boolean backfill,
        Duration backfillWindow,
        int fanShards,
        long bytesInFlight,
        Duration applyTimeout,
        Duration retryDelay) {}

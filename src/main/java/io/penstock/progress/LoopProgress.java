package io.penstock.progress;

import io.penstock.model.Epoch;
import io.penstock.model.Lane;
import io.penstock.model.LanePosition;
import io.penstock.stamp.Stamp;
import java.util.Map;

/**
 * All that the target knows of a loop when a reign begins.
 *
 * @param epoch of this reign
 * @param sourceIdentity what the source called itself when the loop first started, or null
 * @param consistentPoint all up to here is applied, or null on a fresh start
 * @param routing the fingerprint that the lanes were filled under, or null
 * @param copyFinished where the copy counts from; null unless {@code copy} is {@link CopyState#DONE}
 * @param unseen transactions before the consistent point that a reader of the source may not see yet, as the loop wrote
 *     them, or null
 * @param lanes how far each lane's own row is; a lane covers the greater of this and the consistent point
 */
public record LoopProgress(
        Epoch epoch,
        String sourceIdentity,
        Stamp consistentPoint,
        String routing,
        CopyState copy,
        Stamp copyFinished,
        String unseen,
        Map<Lane, LanePosition> lanes) {
    public LoopProgress {
        lanes = Map.copyOf(lanes);
    }
}

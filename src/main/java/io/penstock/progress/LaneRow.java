package io.penstock.progress;

import io.penstock.model.Epoch;
import io.penstock.model.Lane;
import io.penstock.model.LanePosition;
import io.penstock.model.LoopName;
import io.penstock.target.LaneGuard;
import io.penstock.target.Statement;

/** The guard of one lane: its progress row. */
record LaneRow(ProgressSql statements, LoopName loop, Epoch epoch, Lane lane) implements LaneGuard {
    @Override
    public Statement advance(LanePosition from, LanePosition to) {
        return statements.advanceLane(loop, epoch, lane, from, to);
    }

    @Override
    public Statement hold(LanePosition at) {
        return statements.holdLane(loop, epoch, lane, at);
    }
}

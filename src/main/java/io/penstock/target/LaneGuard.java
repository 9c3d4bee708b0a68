package io.penstock.target;

import io.penstock.model.LanePosition;

/**
 * What a lane's transactions carry beside the rows: the statement that moves the lane's progress row from one position
 * to the next and <em>raises</em> when the row is not there, belongs to another epoch, or stands elsewhere. So a
 * transaction sent behind one that failed fails as well, and a reign that is over can't write.
 */
public interface LaneGuard {
    /** Moves the row; the first statement of a transaction whose end is known when it begins. */
    Statement advance(LanePosition from, LanePosition to);

    /** Locks the row and checks it; the first statement of a transaction whose end is not yet known. */
    Statement hold(LanePosition at);
}

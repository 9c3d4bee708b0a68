package io.penstock.progress;

import io.penstock.model.Lane;
import io.penstock.model.LanePosition;
import io.penstock.model.LoopName;
import io.penstock.stamp.Order;
import io.penstock.stamp.Stamp;

/** Positions move forward on one line; everything else is refused by name. */
final class Forward {
    private Forward() {}

    /** True when {@code to} is part of {@code from} already. */
    static boolean covers(LoopName loop, Stamp from, Stamp to) {
        if (from == null) {
            return false;
        }
        Order order = to.compare(from);
        if (order == Order.UNRELATED) {
            throw Refusal.backwards(loop, "its consistent point", from.text(), to.text());
        }
        return order.isCovered();
    }

    /** Refuses a barrier that lies before the consistent point. */
    static void check(LoopName loop, Stamp consistentPoint, LanePosition at) {
        if (consistentPoint == null) {
            return;
        }
        Order order = at.stamp().compare(consistentPoint);
        boolean inside = order == Order.EQUAL && at.ordinal() != LanePosition.WHOLE;
        if (inside || order == Order.BEFORE || order == Order.UNRELATED) {
            throw Refusal.backwards(loop, "its consistent point", consistentPoint.text(), text(at));
        }
    }

    static void check(LoopName loop, Lane lane, LanePosition from, LanePosition to) {
        if (!to.covers(from)) {
            throw Refusal.backwards(loop, "lane " + lane, text(from), text(to));
        }
    }

    private static String text(LanePosition position) {
        return position.stamp().text() + " #" + position.ordinal();
    }
}

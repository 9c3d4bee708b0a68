package io.penstock.sequencer;

import io.penstock.model.Lane;
import io.penstock.target.TargetException;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;

/**
 * A lane's failure as it travels over the bus: a reply can carry only a number and a text, and the loop has to know
 * afterwards what can be done about it.
 */
record LaneFailure(TargetException.Kind kind, String code, String message, String remedy) {
    private static final int BASE = 1_000;
    private static final String SEPARATOR = "\u001f";

    static LaneFailure of(Lane lane, Throwable cause) {
        String where = "lane " + lane + ": ";
        return cause instanceof TargetException e
                ? new LaneFailure(e.kind(), e.code(), where + e.getMessage(), e.remedy())
                : new LaneFailure(TargetException.Kind.RETRYABLE, "", where + cause, "");
    }

    void answer(Message<?> message) {
        message.fail(BASE + kind.ordinal(), code + SEPARATOR + remedy + SEPARATOR + this.message);
    }

    /** What the lane said, from what the bus made of it; other failures come back as they are. */
    static Throwable read(Throwable cause) {
        if (!(cause instanceof ReplyException reply)) {
            return cause;
        }
        int kind = reply.failureCode() - BASE;
        if (kind < 0 || kind >= TargetException.Kind.values().length) {
            return new TargetException(
                    TargetException.Kind.RETRYABLE, "", "event bus: " + reply.getMessage(), "", reply);
        }
        String[] parts = reply.getMessage().split(SEPARATOR, 3);
        return new TargetException(TargetException.Kind.values()[kind], parts[0], parts[2], parts[1], reply);
    }
}

package io.penstock.control;

import io.vertx.core.eventbus.ReplyException;
import java.util.Set;

/** A request that is not carried out. */
final class Refusal extends RuntimeException {
    static final int BAD_REQUEST = 400;
    static final int UNKNOWN = 404;
    static final int NOT_NOW = 409;
    static final int DEFECT = 500;
    static final int NOBODY_HOLDS_IT = 503;
    static final int NO_ANSWER = 504;

    private static final long serialVersionUID = 1L;
    private static final Set<Integer> CODES = Set.of(BAD_REQUEST, UNKNOWN, NOT_NOW, DEFECT, NOBODY_HOLDS_IT, NO_ANSWER);

    private final int code;
    private final String remedy;

    Refusal(int code, String error, String remedy) {
        super(error, null, false, false);
        this.code = code;
        this.remedy = remedy;
    }

    /** The failed reply of a loop, or any other failure, as a refusal of our own. */
    static Refusal of(Throwable cause) {
        if (cause instanceof Refusal refusal) {
            return refusal;
        }
        if (cause instanceof ReplyException reply && CODES.contains(reply.failureCode())) {
            String[] words = lines(reply.getMessage());
            return new Refusal(reply.failureCode(), words[0], words[1]);
        }
        return new Refusal(DEFECT, String.valueOf(cause.getMessage()), "look into the log of the node");
    }

    int code() {
        return code;
    }

    /** Two lines: what is wrong, and what to do about it. */
    String words() {
        return getMessage() + "\n" + remedy;
    }

    private static String[] lines(String words) {
        String text = words == null ? "" : words;
        int end = text.indexOf('\n');
        return end < 0 ? new String[] {text, ""} : new String[] {text.substring(0, end), text.substring(end + 1)};
    }
}

package io.penstock.control;

import java.time.Duration;

/**
 * How long a loop may take to answer.
 *
 * @param status for questions, which a loop answers from memory
 * @param command for what waits for a barrier
 * @param drain for what waits until everything that has been read is on the target
 */
record Limits(Duration status, Duration command, Duration drain) {
    static final Limits DEFAULT = new Limits(Duration.ofSeconds(3), Duration.ofSeconds(30), Duration.ofSeconds(60));

    long millis(Command command) {
        return switch (command) {
            case LIST, NODES, STATUS, VERIFICATION -> status.toMillis();
            case PAUSE, RESUME, MODE, BACKFILL, VERIFY, MOVE, CORDON, UNCORDON -> this.command.toMillis();
            case DRAIN -> drain.toMillis();
        };
    }
}

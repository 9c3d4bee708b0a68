package io.penstock.control;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What can be asked for. */
enum Command {
    LIST(false, false),
    NODES(false, false),
    STATUS(true, false),
    PAUSE(true, false),
    RESUME(true, false),
    DRAIN(true, false),
    MODE(true, false),
    BACKFILL(true, false),
    VERIFY(true, false),
    VERIFICATION(true, false),
    MOVE(true, true),
    CORDON(false, true),
    UNCORDON(false, true);

    private final boolean ofLoop;
    private final boolean ofNode;

    Command(boolean ofLoop, boolean ofNode) {
        this.ofLoop = ofLoop;
        this.ofNode = ofNode;
    }

    /** Whether it names a loop. */
    boolean isOfLoop() {
        return ofLoop;
    }

    /** Whether it names a node. */
    boolean isOfNode() {
        return ofNode;
    }

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Command> of(String text) {
        return Arrays.stream(values()).filter(c -> c.text().equals(text)).findFirst();
    }

    static List<String> texts() {
        return Arrays.stream(values()).map(Command::text).toList();
    }
}

package io.penstock.control;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What can be asked for. */
enum Command {
    LIST,
    STATUS,
    PAUSE,
    RESUME,
    DRAIN,
    MODE,
    BACKFILL;

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

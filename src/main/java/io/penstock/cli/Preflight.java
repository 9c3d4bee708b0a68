package io.penstock.cli;

import io.penstock.config.PenstockConfig;
import java.util.List;

/** Checks sources and targets without changing anything on them. */
@FunctionalInterface
public interface Preflight {
    /** All that was looked at, in the order of the loops. Blocks. */
    List<Finding> report(PenstockConfig config);

    /** How a check ended. */
    enum Level {
        OK,
        /** Worth knowing; a start would go on. */
        WARNING,
        /** A start would stop here. */
        FAILURE
    }

    /**
     * @param where loop and object, such as {@code loop shop, source}
     * @param remedy what to do, or empty
     */
    record Finding(Level level, String where, String what, String remedy) {}
}

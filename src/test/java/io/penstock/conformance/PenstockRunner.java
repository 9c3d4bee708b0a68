package io.penstock.conformance;

import io.penstock.testkit.LoopStatus;
import io.penstock.testkit.LoopYaml;
import java.nio.file.Path;

/** How a case starts the product: in this JVM, which is quick, or in one of its own, which can be killed. */
interface PenstockRunner {
    /** Starts a node with this configuration; {@code directory} is for its files. */
    Running start(LoopYaml config, Path directory);

    /** A node that was started. */
    interface Running {
        LoopStatus status();

        /** All that was logged in this case, by earlier starts too. */
        String log();

        /** Sends a command to the loop. @return false when it was refused */
        boolean post(String command);

        /** As an operator does it. */
        void stop();

        /** As a power cut does it. */
        void kill();
    }
}

package io.penstock.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The long form of the memory test: {@code [ROWS]}, five million unless said otherwise. Exits with 1 on any problem. */
public final class MemoryTestMain {
    private static final long ROWS = 5_000_000;

    private MemoryTestMain() {}

    public static void main(String[] arguments) throws IOException {
        long rows = arguments.length == 0 ? ROWS : Long.parseLong(arguments[0]);
        boolean good = true;
        for (String mode : List.of("serial", "fan")) {
            Path directory = Files.createTempDirectory("memory-test");
            long begun = System.nanoTime();
            String problem = MemoryRun.run(mode, rows, directory);
            System.out.printf(
                    "%-7s %d rows in one transaction, -Xmx256m: %s (%d s, log in %s)%n",
                    mode,
                    rows,
                    problem.isEmpty() ? "equal" : "WRONG: " + problem,
                    (System.nanoTime() - begun) / 1_000_000_000,
                    directory);
            good &= problem.isEmpty();
        }
        System.exit(good ? 0 : 1);
    }
}

package io.penstock.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What one has to know of a machine to make something of its figures. */
final class MachineFacts {
    private MachineFacts() {}

    static String describe(String serverVersion) {
        Runtime runtime = Runtime.getRuntime();
        return """
                machine     %s, %d processors, %s of memory
                system      %s %s, data on %s
                Java        %s
                PostgreSQL  %s, source and target on this machine, fsync on, synchronous_commit on""".formatted(
                        firstOf("/proc/cpuinfo", "model name"),
                        runtime.availableProcessors(),
                        firstOf("/proc/meminfo", "MemTotal"),
                        System.getProperty("os.name"),
                        System.getProperty("os.version"),
                        fileSystem(),
                        Runtime.version(),
                        serverVersion);
    }

    private static String firstOf(String file, String key) {
        try (Stream<String> lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(key))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }

    private static String fileSystem() {
        try {
            Path directory = Path.of(System.getProperty("java.io.tmpdir"));
            return directory + " (" + Files.getFileStore(directory).type() + ")";
        } catch (IOException e) {
            return "unknown";
        }
    }
}

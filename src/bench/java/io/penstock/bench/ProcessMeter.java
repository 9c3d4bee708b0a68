package io.penstock.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What a process and all that descend from it have used, as Linux counts it under /proc. */
final class ProcessMeter {
    /** The unit of the times in /proc/PID/stat; fixed in Linux's interface to programs. */
    private static final double TICKS_PER_SECOND = 100;
    /** Behind the command's closing parenthesis: field 3 is the first, utime is field 14 (proc(5)). */
    private static final int UTIME = 14 - 3;

    private static final int TIMES = 4;

    private ProcessMeter() {}

    /** Processor seconds of the tree, with those of children that have ended and been waited for. */
    static double cpuSeconds(long pid) {
        long ticks = ticks(pid);
        for (long child : descendants(pid)) {
            ticks += ticks(child);
        }
        return ticks / TICKS_PER_SECOND;
    }

    /** The most memory that a process has had resident, in MiB; -1 when it is gone. */
    static double peakResidentMiB(long pid) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToDouble(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024.0)
                    .findFirst()
                    .orElse(-1);
        } catch (IOException e) {
            return -1;
        }
    }

    private static long[] descendants(long pid) {
        return ProcessHandle.of(pid).stream()
                .flatMap(ProcessHandle::descendants)
                .mapToLong(ProcessHandle::pid)
                .toArray();
    }

    /** utime + stime + cutime + cstime; 0 for a process that has just ended: its parent has them now. */
    private static long ticks(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            long sum = 0;
            for (int i = 0; i < TIMES; i++) {
                sum += Long.parseLong(fields[UTIME + i]);
            }
            return sum;
        } catch (IOException e) {
            return 0;
        }
    }
}

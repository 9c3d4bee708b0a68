package io.penstock.bench;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The table at the end. */
final class Report {
    private static final String LEGEND = """
            time        until the target has every row. native: from ALTER SUBSCRIPTION ... ENABLE (copy: from CREATE
                        SUBSCRIPTION). Penstock: from the loop's state RUNNING (copy: from the first answer of the
                        HTTP port), so without the start of the JVM and, for backlogs, without connecting.
            with start  the same from the start of the process ./penstock.
            ratio       native / Penstock: above 1 Penstock is faster. First for "time", then for "with start"; where
                        latency is measured first for p50, then for p99.
            p50, p99    from the return of COMMIT on the source until another session sees the row on the target.
            CPU s       processor seconds of the source server, the target server, and the Penstock process (with its
                        start); for latency those while measuring, of the load as well.
            RSS         the most memory the Penstock process had resident (VmHWM).""";

    private record Line(String title, Map<String, Measurement> contenders) {}

    private final Map<String, Line> lines = new LinkedHashMap<>();

    void add(Case work, String contender, Measurement median) {
        lines.computeIfAbsent(work.name(), name -> new Line(work.title(), new LinkedHashMap<>()))
                .contenders()
                .put(contender, median);
    }

    /** One run in a few words. */
    static String summary(Measurement m) {
        return Double.isNaN(m.seconds())
                ? "p50 " + number(m.p50Millis()) + " ms, p99 " + number(m.p99Millis()) + " ms"
                : number(m.seconds()) + " s, with start " + number(m.secondsWithStart()) + " s";
    }

    void print(PrintStream out, int rounds) {
        out.printf(
                Locale.ROOT,
                "%n%-9s %9s %11s %8s %8s %9s %9s %7s %7s %8s %8s%n",
                "",
                "time s",
                "with start",
                "ratio",
                "ratio",
                "p50 ms",
                "p99 ms",
                "source",
                "target",
                "Penstock",
                "RSS MiB");
        out.printf(Locale.ROOT, "%86s%n", "--- CPU s ---");
        for (Line line : lines.values()) {
            out.println(line.title());
            Measurement reference = line.contenders().get("native");
            line.contenders().forEach((name, m) -> printLine(out, name, m, reference));
        }
        out.printf("%nmedians of %d round%s%n%s%n", rounds, rounds == 1 ? "" : "s", LEGEND);
    }

    private static void printLine(PrintStream out, String name, Measurement m, Measurement reference) {
        boolean other = reference != null && m != reference;
        boolean timed = !Double.isNaN(m.seconds());
        double first =
                !other ? Double.NaN : timed ? reference.seconds() / m.seconds() : reference.p50Millis() / m.p50Millis();
        double second = !other
                ? Double.NaN
                : timed ? reference.seconds() / m.secondsWithStart() : reference.p99Millis() / m.p99Millis();
        out.printf(
                Locale.ROOT,
                "  %-7s %9s %11s %8s %8s %9s %9s %7s %7s %8s %8s%n",
                name,
                number(m.seconds()),
                number(m.secondsWithStart()),
                number(first),
                number(second),
                number(m.p50Millis()),
                number(m.p99Millis()),
                number(m.sourceCpuSeconds()),
                number(m.targetCpuSeconds()),
                m.peakResidentMiB() < 0 ? "-" : number(m.contenderCpuSeconds()),
                m.peakResidentMiB() < 0 ? "-" : String.format(Locale.ROOT, "%.0f", m.peakResidentMiB()));
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.2f", value);
    }
}

package io.penstock.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The long form of the kill test: {@code [--kills N] [--mode serial|fan|both] [--seed N]}. Exits with 1 on any problem. */
public final class KillTestMain {
    private KillTestMain() {}

    public static void main(String[] arguments) throws IOException {
        int kills = 50;
        long seed = System.nanoTime() % 1_000_000;
        List<String> modes = List.of("serial", "fan");
        for (int i = 0; i < arguments.length; i += 2) {
            if (i + 1 == arguments.length) {
                usage();
            }
            switch (arguments[i]) {
                case "--kills" -> kills = Integer.parseInt(arguments[i + 1]);
                case "--seed" -> seed = Long.parseLong(arguments[i + 1]);
                case "--mode" -> modes = arguments[i + 1].equals("both") ? modes : List.of(arguments[i + 1]);
                default -> usage();
            }
        }
        System.exit(run(modes, kills, seed) ? 0 : 1);
    }

    private static void usage() {
        System.err.println("usage: kill-test [--kills N] [--mode serial|fan|both] [--seed N]");
        System.exit(2);
    }

    private static boolean run(List<String> modes, int kills, long seed) throws IOException {
        List<KillRun.Report> reports = new ArrayList<>();
        for (String mode : modes) {
            Path directory = Files.createTempDirectory("kill-test");
            System.err.println(mode + ": " + kills + " kills, seed " + seed + ", logs in " + directory);
            reports.add(KillRun.run(mode, kills, seed, directory));
        }
        System.out.printf(
                "%-7s %7s %6s %12s %7s %13s %8s  %s%n",
                "mode", "seed", "kills", "terminations", "crashes", "transactions", "seconds", "result");
        for (KillRun.Report r : reports) {
            System.out.printf(
                    "%-7s %7d %6d %12d %7d %13d %8d  %s%n",
                    r.mode(),
                    r.seed(),
                    r.kills(),
                    r.terminations(),
                    r.crashes(),
                    r.transactions(),
                    r.seconds(),
                    r.isGood() ? "equal, each row once" : "WRONG\n" + r.problem());
        }
        return reports.stream().allMatch(KillRun.Report::isGood);
    }
}

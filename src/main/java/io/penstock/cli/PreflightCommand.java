package io.penstock.cli;

import io.penstock.config.ConfigLoader;
import io.penstock.config.NotYet;
import io.penstock.config.PenstockConfig;
import io.penstock.config.Redaction;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(name = "preflight", description = "Check sources and targets of a configuration, changing nothing.")
final class PreflightCommand implements Callable<Integer> {
    private final Preflight preflight;
    private final Map<String, String> environment;

    @Spec
    private CommandSpec spec;

    @Option(names = "--config", required = true, paramLabel = "FILE", description = "The configuration (YAML or JSON).")
    private Path config;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this.")
    private boolean help;

    PreflightCommand(Preflight preflight, Map<String, String> environment) {
        this.preflight = preflight;
        this.environment = environment;
    }

    @Override
    public Integer call() {
        PenstockConfig read = ConfigLoader.load(config, environment, List.of());
        NotYet.refuse(config, read);
        List<Preflight.Finding> findings = preflight.report(read);
        PrintWriter out = spec.commandLine().getOut();
        findings.forEach(finding -> print(out, finding));
        long failures = count(findings, Preflight.Level.FAILURE);
        out.println(findings.size() + " checks: " + failures + " failed, " + count(findings, Preflight.Level.WARNING)
                + " with a warning");
        return failures == 0 ? ExitCode.DONE : ExitCode.FAILED;
    }

    private static long count(List<Preflight.Finding> findings, Preflight.Level level) {
        return findings.stream().filter(f -> f.level() == level).count();
    }

    private static void print(PrintWriter out, Preflight.Finding finding) {
        String mark =
                switch (finding.level()) {
                    case OK -> "ok       ";
                    case WARNING -> "warning  ";
                    case FAILURE -> "FAILED   ";
                };
        out.println(mark + finding.where() + ": " + Redaction.of(finding.what()));
        if (!finding.remedy().isEmpty()) {
            out.println("         → " + Redaction.of(finding.remedy()));
        }
    }
}

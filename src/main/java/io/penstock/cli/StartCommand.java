package io.penstock.cli;

import io.penstock.config.ConfigLoader;
import io.penstock.config.NotYet;
import io.penstock.config.PenstockConfig;
import io.penstock.config.Setting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "start", description = "Run a node with all loops of a configuration, until it is told to stop.")
final class StartCommand implements Callable<Integer> {
    private final NodeStarter starter;
    private final Map<String, String> environment;

    @Option(names = "--config", required = true, paramLabel = "FILE", description = "The configuration (YAML or JSON).")
    private Path config;

    @Option(names = "--http-port", paramLabel = "N", description = "Port of health, metrics and API; 0 for any free.")
    private Integer httpPort;

    @Option(names = "--log", paramLabel = "FORM", description = "How log lines look: human or json.")
    private String log;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this.")
    private boolean help;

    StartCommand(NodeStarter starter, Map<String, String> environment) {
        this.starter = starter;
        this.environment = environment;
    }

    @Override
    public Integer call() {
        List<Setting> flags = new ArrayList<>();
        if (httpPort != null) {
            flags.add(new Setting("node.http.port", httpPort.toString(), "--http-port"));
        }
        if (log != null) {
            flags.add(new Setting("node.log", log, "--log"));
        }
        PenstockConfig read = ConfigLoader.load(config, environment, flags);
        NotYet.refuse(config, read);
        return starter.run(read);
    }
}

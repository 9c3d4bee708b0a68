package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.cli.Preflight.Finding;
import io.penstock.cli.Preflight.Level;
import io.penstock.config.ConfigException;
import io.penstock.config.PenstockConfig;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What a command answers with: exit code, words on stdout, words on stderr. */
class CommandLineTest {
    private static final String LOOPS = """
            loops:
              - name: shop
                source: {url: "postgresql://u:hush@src/shop", tables: ["*.*"]}
                target: {url: "postgresql://u:hush@dst/shop"}
            """;

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final List<PenstockConfig> started = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private NodeStarter starter = config -> {
        started.add(config);
        return ExitCode.DONE;
    };
    private Path config;

    @BeforeEach
    void write() throws Exception {
        config = Files.writeString(folder.resolve("penstock.yaml"), LOOPS);
    }

    @Test
    void start_hands_the_configuration_over_with_flags_on_top() {
        assertThat(run("start", "--config", config.toString(), "--http-port", "0", "--log", "json"))
                .isEqualTo(ExitCode.DONE);
        assertThat(started).hasSize(1);
        assertThat(started.get(0).node().http().port()).isZero();
        assertThat(started.get(0).node().log()).isEqualTo(PenstockConfig.LogFormat.JSON);
    }

    @Test
    void start_ends_as_the_node_ends() {
        starter = config -> 1;
        assertThat(run("start", "--config", config.toString())).isEqualTo(ExitCode.FAILED);
        starter = config -> {
            throw new ConfigException("node.http.port: port 1 is in use; name another");
        };
        wrong("node.http.port: port 1 is in use", "start", "--config", config.toString());
        starter = config -> {
            throw new IllegalStateException("broke at postgresql://u:hush@src/shop");
        };
        assertThat(run("start", "--config", config.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("start failed: broke at postgresql://u:***@src/shop");
    }

    @Test
    void wrong_use() {
        wrong("no command is given; ".replace("; ", ""));
        wrong("did you mean start?", "strat");
        wrong("did you mean --http-port?", "start", "--config", "x", "--htp-port=4");
        wrong("--config", "start");
        wrong("no such file; name the configuration with --config FILE", "start", "--config", "none.yaml");
        wrong("--http-port: node.http.port: \"-1\"", "start", "--config", config.toString(), "--http-port", "-1");
        wrong(
                "--log: node.log: \"xml\" is not known; write one of human, json",
                "start",
                "--config",
                config.toString(),
                "--log",
                "xml");
        wrong("--loop: \"a/b\" is no loop name", "pause", "--loop", "a/b");
        wrong("is no HTTP address; write it as http://127.0.0.1:8080", "status", "--node", "ftp://h");
        wrong("--loop", "drain");
        wrong("MODE", "mode", "--loop", "shop");
        assertThat(started).isEmpty();
    }

    @Test
    void what_this_version_cannot_do_is_refused_before_anything_starts() throws Exception {
        refusedByStartAndPreflight(
                LOOPS.replace("postgresql", "mariadb"), "loops[0].target.url: ", "MariaDB into PostgreSQL only");
        refusedByStartAndPreflight(
                LOOPS.replace("  - name: shop", "  - name: shop\n    fanPlacement: cluster"),
                "loops[0].fanPlacement: ",
                "all lanes on the node");
    }

    @Test
    void preflight_tells_all_and_fails_when_a_check_failed() {
        findings.add(new Finding(Level.OK, "loop shop, source", "PostgreSQL 17.2", ""));
        findings.add(new Finding(Level.WARNING, "loop shop, target", "triggers fire", "make the role a superuser"));
        assertThat(run("preflight", "--config", config.toString())).isEqualTo(ExitCode.DONE);
        assertThat(out.toString())
                .contains("ok       loop shop, source: PostgreSQL 17.2")
                .contains("→ make the role a superuser")
                .contains("2 checks: 0 failed, 1 with a warning");

        findings.add(new Finding(Level.FAILURE, "loop shop, source", "wal_level is replica", "set it to logical"));
        assertThat(run("preflight", "--config", config.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(out.toString()).contains("FAILED   loop shop, source: wal_level is replica");
    }

    @Test
    void version_and_help() {
        assertThat(run("version")).isZero();
        assertThat(out.toString())
                .startsWith("penstock ")
                .contains("Java " + Runtime.version().feature());
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("start", "preflight", "status", "drain", "demo", "Exit codes");
        assertThat(run("mode", "--help")).isZero();
    }

    private void refusedByStartAndPreflight(String yaml, String key, String words) throws Exception {
        Files.writeString(config, yaml);
        for (String command : List.of("start", "preflight")) {
            wrong(words, command, "--config", config.toString());
            assertThat(err.toString()).contains(config + ": " + key).doesNotContain("hush");
        }
        assertThat(started).isEmpty();
    }

    private void wrong(String words, String... args) {
        assertThat(run(args)).as(err.toString()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(err.toString()).startsWith("penstock: ").contains(words);
        assertThat(out.toString()).isEmpty();
    }

    private int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine line = PenstockCommand.line(config -> starter.run(config), config -> findings, Map.of());
        return line.setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }
}

package io.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testkit.Eventually;
import io.penstock.testkit.LoopYaml;
import io.penstock.testkit.PenstockProcess;
import io.penstock.testkit.SourceLog;
import io.penstock.testkit.TestDatabase;
import io.penstock.testkit.TestPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Passwords and tokens appear in nothing that a node says, when it works and when it fails. */
class PlantedPasswordIT {
    private static final String PASSWORD = "pl4nted-passw0rd";
    private static final String TOKEN = "pl4nted-t0ken-of-an-operator";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final TestDatabase source = TestPostgres.shared().createDatabase("planted_s");
    private final TestDatabase target = TestPostgres.target().createDatabase("planted_t");

    @TempDir
    Path directory;

    @AfterEach
    void end() {
        source.dropForce();
        target.dropForce();
    }

    @Test
    void no_secret_leaves_the_node() throws Exception {
        source.execute("CREATE TABLE t (id int PRIMARY KEY, v text); INSERT INTO t VALUES (1, 'one')");
        String from = planted(source.url());
        LoopYaml yaml = LoopYaml.loop("works", source, target)
                .patterns("public.t")
                .source("url", from)
                .target("url", planted(target.url()))
                .user("ops", "act", TOKEN);
        yaml.with(LoopYaml.loop("no_database", source, target)
                .patterns("public.t")
                .source("url", from)
                .target("url", planted(target.url()) + "_gone"));
        yaml.with(LoopYaml.loop("no_server", source, target)
                .patterns("public.t")
                .source("url", from.replaceAll(":[0-9]+/", ":" + LoopYaml.freePort() + "/"))
                .target("url", planted(target.url())));
        StringBuilder said = new StringBuilder();
        try (PenstockProcess node = PenstockProcess.start(yaml, directory)) {
            node.api().token(TOKEN);
            SourceLog.awaitApplied(source, node::status, LIMIT);
            for (String loop : List.of("no_database", "no_server")) {
                Eventually.isTrue(
                        loop + " fails",
                        LIMIT,
                        () -> !node.api().status(loop).error().isEmpty());
            }
            node.api().post("works", "verify", "{}");
            for (String path : List.of(
                    "/",
                    "/api/loops",
                    "/api/loops/works",
                    "/api/loops/works/verify",
                    "/api/loops/no_server",
                    "/api/nodes",
                    "/metrics",
                    "/healthz")) {
                said.append(path).append(node.api().text(path)).append('\n');
            }
            node.stop();
            said.append(node.log());
        }
        said.append(preflight(yaml.write(directory)));
        assertThat(said).contains("works", "no_server", "penstock_lag_seconds").doesNotContain(PASSWORD, TOKEN);
    }

    /** Trust lets any password in. */
    private static String planted(String url) {
        return url.replaceFirst("//([^:@/]+)(:[^@/]*)?@", "//$1:" + PASSWORD + "@");
    }

    private String preflight(Path file) throws Exception {
        Path out = directory.resolve("preflight.log");
        new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.penstock.node.Main",
                        "preflight",
                        "--config",
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start()
                .waitFor();
        return Files.readString(out);
    }
}

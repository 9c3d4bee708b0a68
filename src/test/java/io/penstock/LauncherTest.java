package io.penstock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher with a Java and a Maven that only say how they were called. */
class LauncherTest {
    @TempDir
    Path folder;

    private final Map<String, String> environment = new HashMap<>();
    private Path home;
    private Path jdk;
    private String output;

    @BeforeEach
    void unpack() throws Exception {
        home = Files.createDirectories(folder.resolve("a folder/penstock"));
        Files.copy(Path.of("penstock"), home.resolve("penstock"));
        executable(home.resolve("penstock"), Files.readString(Path.of("penstock")));
        jdk = jdk("jdk-17", "17.0.15");
        environment.put("JAVA_HOME", jdk.toString());
        jar();
    }

    @Test
    void it_becomes_java_from_any_folder_and_through_links() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("one"), home.resolve("penstock"));
        Path second = Files.createSymbolicLink(
                Files.createDirectories(folder.resolve("bin")).resolve("two"), Path.of("../one"));

        assertThat(run(second, "status", "--node", "with space")).isEqualTo(7);
        assertThat(output)
                .contains("java of jdk-17")
                .contains("[" + home.toRealPath() + "/target/penstock.jar:" + home.toRealPath() + "/target/lib/*]")
                .contains("[io.penstock.node.Main]\n[status]\n[--node]\n[with space]\n")
                .contains("[-XX:+ExitOnOutOfMemoryError]")
                .doesNotContain("sun-misc-unsafe");
        assertThat(run(link, "start")).isEqualTo(7);
        assertThat(output).contains("[-XX:+UseParallelGC]").doesNotContain("UseSerialGC");
        environment.put("PENSTOCK_JAVA_OPTS", "-XX:+UseG1GC");
        assertThat(run(link, "start")).isEqualTo(7);
        assertThat(output).contains("[-XX:+UseG1GC]").doesNotContain("UseParallelGC");
    }

    @Test
    void flags_of_the_operator_and_of_newer_javas() throws Exception {
        environment.put("JAVA_HOME", jdk("jdk-25", "25.0.1").toString());
        environment.put("PENSTOCK_JAVA_OPTS", "-Xmx2g -Dx=y");

        run(home.resolve("penstock"), "version");
        assertThat(output)
                .contains("[-Xmx2g]", "[-Dx=y]")
                .contains("[--sun-misc-unsafe-memory-access=allow]", "[--enable-native-access=ALL-UNNAMED]");
    }

    @Test
    void an_old_java_is_passed_over() throws Exception {
        environment.put("JAVA_HOME", jdk("jdk-11", "11.0.2").toString());
        environment.put("PATH", jdk("jdk-21", "21") + "/bin:" + System.getenv("PATH"));

        run(home.resolve("penstock"), "version");
        assertThat(output).contains("java of jdk-21");
    }

    @Test
    void the_demo_has_a_class_path_of_its_own() throws Exception {
        run(home.resolve("penstock"), "demo", "--keep");
        assertThat(output)
                .contains("/target/classes:", "/target/test-classes:", "/target/dev-lib/*]")
                .contains("[io.penstock.demo.Demo]\n[--keep]\n");
    }

    @Test
    void it_builds_when_sources_are_newer_and_only_then() throws Exception {
        sources();
        maven("echo built >>builds; touch target/penstock.jar");

        assertThat(run(home.resolve("penstock"), "version")).isEqualTo(7);
        assertThat(output).contains("penstock: building").contains("[io.penstock.node.Main]");
        run(home.resolve("penstock"), "version");
        assertThat(output).doesNotContain("building");
        assertThat(home.resolve("builds")).hasContent("built\n");
    }

    @Test
    void a_build_that_fails_shows_the_end_of_its_log() throws Exception {
        sources();
        maven("seq 1 100; echo cannot find symbol; exit 1");

        assertThat(run(home.resolve("penstock"), "version")).isEqualTo(1);
        assertThat(output)
                .contains("cannot find symbol", "the build failed", "target/build.log")
                .doesNotContain("\n50\n")
                .doesNotContain("java of");
    }

    @Test
    void the_script_is_sound() throws Exception {
        for (String script : List.of("penstock", ".ci/run")) {
            Process check = new ProcessBuilder("bash", "-n", script).start();
            assertThat(check.waitFor()).isZero();
            assertThat(Files.isExecutable(Path.of(script))).isTrue();
        }
    }

    private int run(Path launcher, String... arguments) throws Exception {
        List<String> command = new java.util.ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile());
        builder.environment().remove("PENSTOCK_JAVA_OPTS");
        builder.environment().putAll(environment);
        Process process = builder.start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        output = Files.readString(folder.resolve("output"));
        return process.exitValue();
    }

    private Path jdk(String name, String version) throws IOException {
        Path made = folder.resolve(name);
        Files.createDirectories(made.resolve("bin"));
        Files.writeString(made.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        executable(
                made.resolve("bin/java"),
                "#!/usr/bin/env bash\necho \"java of " + name + "\"\nprintf '[%s]\\n' \"$@\"\nexit 7\n");
        executable(made.resolve("bin/javac"), "#!/usr/bin/env bash\n");
        return made;
    }

    private void maven(String script) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("maven"));
        executable(bin.resolve("mvn"), "#!/usr/bin/env bash\n" + script + "\n");
        environment.put("PATH", bin + ":" + System.getenv("PATH"));
    }

    private void sources() throws IOException {
        Files.createDirectories(home.resolve("src/main"));
        Files.writeString(home.resolve("pom.xml"), "<project/>");
    }

    private void jar() throws IOException {
        Path jar = Files.createDirectories(home.resolve("target")).resolve("penstock.jar");
        Files.writeString(jar, "");
        Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minusSeconds(60)));
    }

    private static void executable(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}

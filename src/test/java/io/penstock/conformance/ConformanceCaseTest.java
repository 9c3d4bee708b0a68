package io.penstock.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.model.TableName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConformanceCaseTest {
    private static final Path ROOT = Path.of("src/test/resources/conformance");
    private static final int CASES = 151;
    /** Ours, on what the given ones only touch. */
    private static final int OWN_CASES = 24;

    @TempDir
    Path directory;

    @Test
    void every_case_can_be_read_to_the_last_file() throws IOException {
        List<ConformanceCase> all = ConformanceCase.loadAll(ROOT);
        assertThat(all.stream().filter(test -> !test.id().startsWith("own-"))).hasSize(CASES);
        assertThat(all.stream().filter(test -> test.id().startsWith("own-"))).hasSize(OWN_CASES);
        for (ConformanceCase test : all) {
            try (var files = Files.list(test.directory())) {
                files.map(f -> f.getFileName().toString())
                        .filter(f -> f.endsWith(".sql"))
                        .forEach(f -> assertThat(test.script(f)).as(f).isPresent());
            }
            assertThat(test.tables("public")).isNotEmpty();
        }
    }

    @Test
    void steps_that_steer_the_runner_exist() {
        for (ConformanceCase test : ConformanceCase.loadAll(ROOT)) {
            Set<String> steps = test.script("changes.sql").orElse(new SqlScript(List.of())).steps().stream()
                    .map(SqlScript.Step::name)
                    .collect(Collectors.toSet());
            ConformanceCase.Facts facts = test.facts();
            assertThat(steps)
                    .as(test.id())
                    .containsAll(facts.restartAfter())
                    .containsAll(facts.killAfter())
                    .containsAll(facts.stopAfter())
                    .containsAll(facts.startAgainAfter())
                    .containsAll(facts.waitAfter());
        }
    }

    @Test
    void names_are_read_as_sql_writes_them() {
        assertThat(ConformanceCase.names(
                        List.of("public.t", "public.\"Or\"\"d.er\"", "north.\"ö\"", "plain"), "public"))
                .containsExactly(
                        new TableName("public", "t"),
                        new TableName("public", "Or\"d.er"),
                        new TableName("north", "ö"),
                        new TableName("public", "plain"));
        assertThatThrownBy(() -> ConformanceCase.names(List.of("public.\"open"), "public"))
                .hasMessageContaining("open");
    }

    @Test
    void a_key_that_nobody_reads_is_refused() throws IOException {
        Path dir = Files.createDirectories(directory.resolve("pg-x"));
        Files.writeString(dir.resolve("case.yaml"), "id: pg-x\nexpect: equal\nwait_for: [a]\n");
        assertThatThrownBy(() -> ConformanceCase.load(dir)).hasMessageContaining("wait_for");
    }
}

package io.penstock.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.penstock.model.TableName;
import io.penstock.testkit.Database;
import io.penstock.testkit.LoopYaml;
import io.penstock.testkit.TestDatabase;
import io.penstock.testkit.TestMysql;
import io.penstock.testkit.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Every case in both modes: PostgreSQL into PostgreSQL, and a few of those into MariaDB; MariaDB into PostgreSQL. {@code
 * -Dconformance=pg-ddl-*} selects cases by name, {@code -Dconformance.mode=serial} one mode, {@code
 * -Dconformance.target=mariadb} all cases into one target: {@code postgres}, {@code mariadb}, or {@code mysql}, whose
 * server {@code PENSTOCK_TEST_MYSQL} names.
 */
class ConformanceIT {
    private static final Path ROOT = Path.of("src/test/resources/conformance");
    private static final Path GAPS = Path.of("src/test/resources/conformance-known-gaps.txt");
    private static final Path WIDER = Path.of("src/test/resources/conformance-whole-schema.txt");
    /** Of the cases into MariaDB, those that run without being asked for: all take many minutes. */
    private static final Set<String> SAMPLE = Set.of(
            "pg-ddl-enum-label-added",
            "pg-keys-duplicate-rows",
            "pg-keys-key-update",
            "pg-keys-unique-swap",
            "pg-toast-default-identity",
            "pg-types-bytea");

    /** Of the cases with a MySQL source; all of them run where a target is named. */
    private static final Set<String> MY_SAMPLE = Set.of(
            "my-binlog-compressed-events",
            "my-charset-mixed-columns",
            "my-ddl-add-first-after",
            "my-ddl-drop-truncate-recreate",
            "my-ddl-rename-swap",
            "my-mariadb-uuid-inet",
            "my-types-binary-zero-tail",
            "my-types-enum");

    private static final AtomicInteger LOOPS = new AtomicInteger();

    @TempDir
    Path directory;

    /** Some at a time: a case waits for answers more than it computes. */
    @TestFactory
    @Execution(ExecutionMode.CONCURRENT)
    Stream<DynamicTest> cases() throws IOException {
        List<ConformanceCase> all = wanted();
        return Stream.concat(runs(all, test -> !test.needsServerAlone()), notRun(all));
    }

    /** One at a time: those that change what all sessions of a server share. */
    @TestFactory
    Stream<DynamicTest> casesAlone() throws IOException {
        return runs(wanted(), ConformanceCase::needsServerAlone);
    }

    private static List<ConformanceCase> wanted() throws IOException {
        Pattern wanted = glob(System.getProperty("conformance", "*"));
        List<ConformanceCase> all = ConformanceCase.loadAll(ROOT).stream()
                .filter(c -> wanted.matcher(c.id()).matches())
                .toList();
        assertThat(all).as("cases that match the filter").isNotEmpty();
        return all;
    }

    private Stream<DynamicTest> runs(List<ConformanceCase> all, Predicate<ConformanceCase> chosen) throws IOException {
        KnownGaps gaps = KnownGaps.parse(Files.readString(GAPS));
        Set<String> wholeSchema = wholeSchemaCases();
        List<String> modes = Optional.ofNullable(System.getProperty("conformance.mode"))
                .map(List::of)
                .orElse(List.of("serial", "fan"));
        return all.stream()
                .filter(chosen)
                .flatMap(c -> Stream.of(TargetKind.values())
                        .filter(kind -> kind.isWanted(c.id()) && isRunnable(c, kind))
                        .flatMap(kind -> modes.stream()
                                .map(mode -> DynamicTest.dynamicTest(
                                        c.id() + " " + kind.named(mode),
                                        () -> check(c, kind, mode, gaps, wholeSchema.contains(c.id()))))));
    }

    /** Where the cases' changes go to. */
    private enum TargetKind {
        POSTGRES("postgres"),
        MARIADB("mysql"),
        MYSQL("mysql");

        private final String corpusName;

        TargetKind(String corpusName) {
            this.corpusName = corpusName;
        }

        boolean isWanted(String id) {
            String wanted = System.getProperty("conformance.target", "");
            return wanted.isEmpty()
                    ? this == POSTGRES && (!id.startsWith("my-") || MY_SAMPLE.contains(id))
                            || this == MARIADB && SAMPLE.contains(id)
                    : wanted.equalsIgnoreCase(name());
        }

        String named(String mode) {
            return this == POSTGRES ? mode : name().toLowerCase(Locale.ROOT) + "-" + mode;
        }

        Database database() {
            return switch (this) {
                case POSTGRES -> TestPostgres.target().createDatabase("conf_t");
                case MARIADB -> TestMysql.mariaDbTarget().createDatabase("conf_t");
                case MYSQL -> TestMysql.oracle().createDatabase("conf_t");
            };
        }
    }

    private static boolean isRunnable(ConformanceCase test, TargetKind kind) {
        return test.facts().targets().contains(kind.corpusName)
                && (isPostgres(test)
                        || kind == TargetKind.POSTGRES
                                && !test.facts().requires().contains("mysql8"));
    }

    private static boolean isPostgres(ConformanceCase test) {
        return test.facts().source().equals("postgres");
    }

    private static Database source(ConformanceCase test) {
        Optional<String> options = Optional.ofNullable(test.facts().databaseOptions());
        return isPostgres(test)
                ? TestPostgres.shared().createDatabase("conf_s", options.orElse(""))
                : TestMysql.mariaDb().createDatabase("conf_s", options.orElse("CHARACTER SET utf8mb4"));
    }

    /** What is left out is counted where everybody sees it. */
    private static Stream<DynamicTest> notRun(List<ConformanceCase> all) {
        long mySqlOnly = all.stream()
                .filter(c -> c.facts().requires().contains("mysql8"))
                .count();
        return Stream.of(mySqlOnly + " cases are not run: they ask for MySQL 8 as source")
                .filter(reason -> !reason.startsWith("0 "))
                .map(reason -> DynamicTest.dynamicTest(reason, () -> abort(reason)));
    }

    private void check(ConformanceCase test, TargetKind kind, String mode, KnownGaps gaps, boolean wholeSchema)
            throws SQLException, IOException {
        Database source = source(test);
        Database target = kind.database();
        Optional<String> problem;
        try {
            if (source instanceof TestDatabase postgres) {
                requireExtensions(test, postgres);
            }
            List<TableName> tables = test.tables(isPostgres(test) ? "public" : source.name());
            String loop = "c" + ProcessHandle.current().pid() + "-" + LOOPS.incrementAndGet();
            LoopYaml config = LoopYaml.loop(loop, source, target).set("mode", mode);
            if (wholeSchema) {
                config.patterns(
                        tables.stream().map(t -> t.schema() + ".*").distinct().toArray(String[]::new));
            } else {
                config.tables(tables);
            }
            if (test.facts().publication() != null) {
                config.source("publication", test.facts().publication());
            }
            Path files = Files.createDirectories(directory.resolve(loop));
            problem = run(test, config, source, target, files);
        } finally {
            source.dropForce();
            target.dropForce();
        }
        Optional<String> gap = gaps.reason(test.id(), kind.named(mode));
        Optional<String> reported = gaps.check(test.id(), kind.named(mode), problem);
        if (reported.isPresent()) {
            throw new AssertionError(test.id() + " " + kind.named(mode) + ": " + reported.get());
        }
        if (gap.isPresent()) {
            abort("known gap: " + gap.get());
        }
    }

    private static Optional<String> run(
            ConformanceCase test, LoopYaml config, Database source, Database target, Path files) throws SQLException {
        boolean killed = !test.facts().killAfter().isEmpty();
        try (CapturedLog captured = CapturedLog.of(config.name())) {
            PenstockRunner runner = killed ? new ProcessRunner() : new InProcessRunner(captured);
            return CaseRun.run(test, config, source, target, runner, files);
        } catch (AssertionError e) {
            // A wait that ended in vain or a node that would not start or stop: a failed case like any other.
            return Optional.of(e.getMessage());
        }
    }

    private static void requireExtensions(ConformanceCase test, TestDatabase source) {
        for (String extension : test.facts().requires()) {
            if (source.number("SELECT count(*) FROM pg_available_extensions WHERE name = '" + extension + "'") == 0) {
                abort("the extension " + extension + " is not available on the test server");
            }
        }
    }

    /** Cases that speak of more tables than they list: run with all tables of the schemas. */
    private static Set<String> wholeSchemaCases() throws IOException {
        return Set.copyOf(Files.readAllLines(WIDER).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.split("\\s+")[0])
                .toList());
    }

    private static Pattern glob(String text) {
        return Pattern.compile(Stream.of(text.split("\\*", -1))
                .map(Pattern::quote)
                .reduce((a, b) -> a + ".*" + b)
                .orElse(""));
    }
}

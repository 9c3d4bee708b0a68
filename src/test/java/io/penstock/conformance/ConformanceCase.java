package io.penstock.conformance;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.penstock.model.TableName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One case: what {@code case.yaml} says, and the files beside it. An unknown key is an error: it would change the verdict. */
record ConformanceCase(Path directory, Facts facts) {
    private static final ObjectMapper YAML =
            new ObjectMapper(new YAMLFactory()).enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private static final Pattern SERVER_WIDE = Pattern.compile(
            "\\b(SET\\s+GLOBAL|ALTER\\s+SYSTEM|PURGE|FLUSH|RESET\\s+(MASTER|BINARY)|(CREATE|ALTER|DROP)\\s+(ROLE|USER|DATABASE)"
                    + "|PREPARE\\s+TRANSACTION|XA\\s+(START|BEGIN|RECOVER))\\b",
            Pattern.CASE_INSENSITIVE);

    /** How a case is judged. */
    enum Expectation {
        @JsonProperty("equal")
        EQUAL,
        @JsonProperty("rows")
        ROWS,
        @JsonProperty("error")
        ERROR
    }

    /** The keys of {@code case.yaml}, as the README explains them. */
    record Facts(
            String id,
            String title,
            String source,
            String kind,
            String origin,
            String phase,
            List<String> targets,
            List<String> tables,
            @JsonProperty("not_tables") List<String> notTables,
            List<String> databases,
            @JsonProperty("database_options") String databaseOptions,
            String publication,
            List<String> files,
            List<String> requires,
            List<String> needs,
            @JsonProperty("server_min") String serverMin,
            @JsonProperty("testable_here") Boolean testableHere,
            String why,
            String note,
            @JsonProperty("start_after") String startAfter,
            @JsonProperty("start_async") boolean startAsync,
            @JsonProperty("wait_after") List<String> waitAfter,
            @JsonProperty("restart_after") List<String> restartAfter,
            @JsonProperty("kill_after") List<String> killAfter,
            @JsonProperty("stop_after") List<String> stopAfter,
            @JsonProperty("start_again_after") List<String> startAgainAfter,
            boolean cutover,
            Expectation expect,
            @JsonProperty("error_after") List<String> errorAfter,
            @JsonProperty("still_equal") List<String> stillEqual,
            @JsonProperty("accept_equal") boolean acceptEqual,
            @JsonProperty("changes_may_fail") boolean changesMayFail) {
        Facts {
            targets = orEmpty(targets);
            tables = orEmpty(tables);
            notTables = orEmpty(notTables);
            databases = orEmpty(databases);
            requires = orEmpty(requires);
            waitAfter = orEmpty(waitAfter);
            restartAfter = orEmpty(restartAfter);
            killAfter = orEmpty(killAfter);
            stopAfter = orEmpty(stopAfter);
            startAgainAfter = orEmpty(startAgainAfter);
            errorAfter = orEmpty(errorAfter);
            stillEqual = orEmpty(stillEqual);
            if (expect == null) {
                throw new IllegalArgumentException(id + ": no expectation");
            }
        }

        private static List<String> orEmpty(List<String> list) {
            return list == null ? List.of() : List.copyOf(list);
        }
    }

    static ConformanceCase load(Path directory) {
        try {
            Facts facts = YAML.readValue(directory.resolve("case.yaml").toFile(), Facts.class);
            if (!facts.id().equals(directory.getFileName().toString())) {
                throw new IllegalArgumentException(directory + " holds the case " + facts.id());
            }
            return new ConformanceCase(directory, facts);
        } catch (IOException e) {
            throw new UncheckedIOException("can't read the case in " + directory + ": " + e.getMessage(), e);
        }
    }

    /** All cases of a directory, by name. */
    static List<ConformanceCase> loadAll(Path root) {
        try (Stream<Path> directories = Files.list(root)) {
            return directories
                    .filter(Files::isDirectory)
                    .sorted()
                    .map(ConformanceCase::load)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String id() {
        return facts.id();
    }

    /** @param home schema or database of names that have none */
    List<TableName> tables(String home) {
        return names(facts.tables(), home);
    }

    /** Names as the source writes them, in SQL's own quoting. */
    static List<TableName> names(List<String> texts, String home) {
        return texts.stream().map(text -> name(text, home)).toList();
    }

    private static TableName name(String text, String home) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        boolean quoted = false;
        char quote = text.indexOf('`') >= 0 ? '`' : '"';
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == quote && quoted && i + 1 < text.length() && text.charAt(i + 1) == quote) {
                part.append(c);
                i++;
            } else if (c == quote) {
                quoted = !quoted;
            } else if (c == '.' && !quoted) {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        parts.add(part.toString());
        if (quoted || parts.size() > 2) {
            throw new IllegalArgumentException("not a table name: " + text);
        }
        return parts.size() == 2 ? new TableName(parts.get(0), parts.get(1)) : new TableName(home, parts.get(0));
    }

    /** The first of the files that exists, parsed. */
    Optional<SqlScript> script(String... names) {
        for (String name : names) {
            Path file = directory.resolve(name);
            if (Files.exists(file)) {
                return Optional.of(SqlScript.parse(read(file), directory));
            }
        }
        return Optional.empty();
    }

    /** Whether its files change what all sessions of a server share, or use names that are the server's. */
    boolean needsServerAlone() {
        return !facts.databases().isEmpty()
                || files().anyMatch(file -> SERVER_WIDE.matcher(read(file)).find());
    }

    private Stream<Path> files() {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(file -> file.toString().endsWith(".sql")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The lines of {@code expect.txt}. */
    List<String> expectedLines() {
        return read(directory.resolve("expect.txt")).lines().toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

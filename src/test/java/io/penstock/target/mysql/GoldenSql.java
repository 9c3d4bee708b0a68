package io.penstock.target.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Texts that are reviewed as files; {@code -Dgolden.write=true} writes them anew. */
final class GoldenSql {
    private static final Path FOLDER = Path.of("src/test/resources/golden/mysql");

    private GoldenSql() {}

    static void check(String name, List<String> statements) {
        String text = String.join(";\n", statements) + ";\n";
        Path file = FOLDER.resolve(name + ".sql");
        try {
            if (Boolean.getBoolean("golden.write")) {
                Files.writeString(file, text);
            }
            assertThat(text).isEqualTo(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

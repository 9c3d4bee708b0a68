package io.penstock.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Writes and loads configurations for tests. */
final class ConfigText {
    static final String MINIMAL = """
            loops:
              - name: shop
                source: {url: "postgresql://reader:source-secret@src:5432/shop", tables: ["public.*"]}
                target: {url: "postgresql://writer:target-secret@dst:5432/shop"}
            """;

    private ConfigText() {}

    static PenstockConfig load(Path folder, String yaml, Map<String, String> environment, Setting... flags) {
        Path file = folder.resolve("penstock.yaml");
        try {
            Files.writeString(file, yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ConfigLoader.load(file, environment, List.of(flags));
    }

    static PenstockConfig load(Path folder, String yaml) {
        return load(folder, yaml, Map.of());
    }
}

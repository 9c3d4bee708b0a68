package io.penstock.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The configuration that the demo's node is started with: a file as an operator would write it. */
final class DemoConfiguration {
    static final String LOOP = "shop";

    private DemoConfiguration() {}

    static Path write(Path directory, int sourcePort, int targetPort) throws IOException {
        return Files.writeString(directory.resolve("penstock.yaml"), """
                node:
                  http: {host: 127.0.0.1, port: 0}
                loops:
                  - name: %s
                    source: {url: "postgresql://postgres@127.0.0.1:%d/shop", tables: ["public.*"]}
                    target: {url: "postgresql://postgres@127.0.0.1:%d/shop", createTables: true}
                    mode: fan
                    backfill: true
                """.formatted(LOOP, sourcePort, targetPort));
    }
}

package io.penstock.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.config.ConfigLoader;
import io.penstock.config.LoopConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FingerprintTest {
    private static final String LOOP = """
            loops:
              - name: shop
                source: {url: "postgresql://u:hush@src/shop?sslmode=require", tables: ["a.*", "b.c"]}
                target: {url: "postgresql://u:secret@dst/shop"}
                bytesInFlight: 1MiB
            """;

    @TempDir
    Path folder;

    @Test
    void equal_definitions_are_equal_and_memory_does_not_count() throws Exception {
        assertThat(of(LOOP)).isEqualTo(of(LOOP)).isEqualTo(of(LOOP.replace("1MiB", "2MiB")));
    }

    @Test
    void what_differs_is_named_by_its_key() throws Exception {
        differs("\"b.c\"", "\"b.d\"", "source.tables");
        differs("secret", "other", "target.url.password");
        differs("@dst", "@dst2", "target.url.host");
        differs("sslmode=require", "sslmode=disable", "source.url.options");
        differs("bytesInFlight", "mode: serial\n    bytesInFlight", "mode");
    }

    @Test
    void no_secret_is_in_it() throws Exception {
        assertThat(of(LOOP)).doesNotContain("hush", "secret");
    }

    private void differs(String from, String to, String key) throws IOException {
        assertThat(Fingerprint.differences(of(LOOP), of(LOOP.replace(from, to))))
                .isEqualTo(key);
    }

    private String of(String yaml) throws IOException {
        Path file = Files.writeString(folder.resolve("penstock.yaml"), yaml);
        LoopConfig loop = ConfigLoader.load(file, Map.of(), List.of()).loops().get(0);
        return Fingerprint.of(loop);
    }
}

package io.penstock.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code conf/penstock.yaml} parses, holds every key, and shows the defaults that the code has. */
class ReferenceConfigurationTest {
    private static final Path REFERENCE = Path.of("conf/penstock.yaml");
    private static final Map<String, String> SECRETS =
            Map.of("SHOP_SOURCE_PASSWORD", "one", "SHOP_TARGET_PASSWORD", "two");

    @TempDir
    Path folder;

    @Test
    void what_it_shows_is_what_holds_without_it() {
        PenstockConfig shown = ConfigLoader.load(REFERENCE, SECRETS, List.of());
        PenstockConfig plain = ConfigText.load(folder, """
                loops:
                  - name: shop
                    source: {url: "postgresql://penstock:one@127.0.0.1:5432/shop", tables: ["public.*"]}
                    target: {url: "postgresql://penstock:two@127.0.0.1:5433/shop"}
                """);

        assertThat(shown)
                .usingRecursiveComparison()
                .ignoringFieldsOfTypes(Pattern.class)
                .isEqualTo(plain);
    }

    @Test
    void the_keys_that_are_commented_out_are_right_too() throws Exception {
        // Each `#key: value` is put in force; the alternatives that exclude each other are left out one by one.
        String text = Files.readString(REFERENCE).replaceAll("(?m)^(\\s*)#(\\w+: .*)$", "$1$2");
        Files.writeString(folder.resolve("source-password"), "one");
        Files.writeString(folder.resolve("target-password"), "two");
        PenstockConfig all = ConfigText.load(
                folder,
                text.replace(":${SHOP_SOURCE_PASSWORD}", "")
                        .replace(":${SHOP_TARGET_PASSWORD}", "")
                        .replace("backfill: true", ""));
        SourceConfig source = all.loops().get(0).source();

        assertThat(source.slot()).isEqualTo(Defaults.slot("shop"));
        assertThat(source.publication()).isEqualTo(Defaults.slot("shop"));
        assertThat(source.exclude()).isEmpty();
        assertThat(source.startAt()).isNotNull();
        assertThat(source.url().password().reveal()).isEqualTo("one");
        assertThat(all.loops().get(0).target().schema()).isEqualTo("copy");
        assertThat(all.loops().get(0).backfill()).isFalse();
    }

    @Test
    void it_mentions_every_key() throws Exception {
        String text = Files.readString(REFERENCE);

        Stream.of(
                        Keys.ROOT,
                        Keys.NODE,
                        Keys.HTTP,
                        Keys.TLS,
                        Keys.USER,
                        Keys.CLUSTER,
                        Keys.LOOP,
                        Keys.SOURCE,
                        Keys.TARGET)
                .flatMap(List::stream)
                .forEach(key -> assertThat(text).containsPattern("(?m)^[\\s#]*(- )?#?(.*or )?" + key + ":"));
        assertThat(text).contains("PENSTOCK_NODE_HTTP_HOST", "PENSTOCK_NODE_HTTP_PORT", "PENSTOCK_NODE_LOG");
        Keys.OVERRIDABLE.forEach(key -> assertThat(text)
                .contains("PENSTOCK_" + key.toUpperCase(Locale.ROOT).replace('.', '_')));
    }
}

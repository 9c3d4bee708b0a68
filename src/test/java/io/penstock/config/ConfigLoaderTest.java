package io.penstock.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.TableName;
import io.vertx.core.json.JsonObject;
import io.vertx.core.json.jackson.DatabindCodec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigLoaderTest {
    @TempDir
    Path folder;

    @Test
    void the_least_one_can_write_gets_all_defaults() {
        PenstockConfig config = ConfigText.load(folder, ConfigText.MINIMAL);
        LoopConfig loop = config.loops().get(0);

        assertThat(config.node().http()).isEqualTo(new PenstockConfig.Http("127.0.0.1", 8080));
        assertThat(config.node().log()).isEqualTo(PenstockConfig.LogFormat.HUMAN);
        assertThat(config.cluster().enabled()).isFalse();
        assertThat(loop.mode()).isEqualTo(ModeSetting.AUTO);
        assertThat(loop.backfill()).isTrue();
        assertThat(loop.backfillWindow()).isZero();
        assertThat(loop.source().slot()).isEqualTo("penstock_shop");
        assertThat(loop.source().publication()).isEqualTo("penstock_shop");
        assertThat(loop.target().createTables()).isTrue();
        assertThat(loop.target().schema()).isNull();
    }

    @Test
    void json_is_yaml() {
        PenstockConfig config = ConfigText.load(folder, """
                {"node": {"http": {"port": 0}}, "loops": [{"name": "a",
                 "source": {"url": "postgres://u@h/d", "tables": "t"}, "target": {"url": "postgresql://u@h/e"}}]}
                """);

        assertThat(config.node().http().port()).isZero();
        assertThat(config.loops().get(0).source().url().scheme()).isEqualTo("postgresql");
        assertThat(config.loops().get(0).source().selects(new TableName("public", "t")))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "500ms, PT0.5S",
        "10s, PT10S",
        "10m, PT10M",
        "1h, PT1H",
        "1d, PT24H",
        "0, PT0S",
        "PT1H30M, PT1H30M",
        "2 s, PT2S"
    })
    void durations(String text, Duration expected) {
        assertThat(DurationText.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "67108864, 67108864",
        "64MiB, 67108864",
        "1GB, 1000000000",
        "1GiB, 1073741824",
        "512k, 524288",
        "512kb, 512000",
        "5 M, 5242880",
        "7B, 7"
    })
    void sizes(String text, long expected) {
        assertThat(SizeText.parse(text)).isEqualTo(expected);
    }

    @Test
    void bytes_in_flight_fit_the_heap() {
        assertThat(Defaults.bytesInFlight(256 << 20)).isEqualTo(32 << 20);
        assertThat(Defaults.bytesInFlight(4L << 30)).isEqualTo(64 << 20);
    }

    @Test
    void urls_are_read_part_by_part() {
        assertThat(url("postgresql://u%40x:p%2Fw%3A%E2%82%AC@db.example:6000/my%20db?sslmode=verify-full"))
                .isEqualTo(new ConnectionUrl(
                        "postgresql",
                        "db.example",
                        6000,
                        "u@x",
                        new Secret("p/w:€"),
                        "my db",
                        Map.of("sslmode", "verify-full")));
        assertThat(url("postgresql://u:a:b@c@[2001:db8::1]:6000/d"))
                .isEqualTo(
                        new ConnectionUrl("postgresql", "2001:db8::1", 6000, "u", new Secret("a:b@c"), "d", Map.of()));
        assertThat(url("mariadb://u@h/d"))
                .isEqualTo(new ConnectionUrl("mariadb", "h", 3306, "u", Secret.NONE, "d", Map.of()));
        assertThat(url("postgresql://u@[::1]/d").toString()).isEqualTo("postgresql://u@[::1]:5432/d");
    }

    @Test
    void a_variables_value_is_no_syntax_in_user_and_password() throws Exception {
        Files.writeString(folder.resolve("pw"), "@:/%41?#${X}\n");
        Map<String, String> environment =
                Map.of("U", "me@corp", "P", "p@ss/w:rd%41?", "HOST", "db:77", "ALL", "postgresql://a:%41@h/d");

        ConnectionUrl url = url("postgresql://${U}:${P}@${HOST}/d", environment);
        assertThat(url.user()).isEqualTo("me@corp");
        assertThat(url.password().reveal()).isEqualTo("p@ss/w:rd%41?");
        assertThat(url.port()).isEqualTo(77);
        assertThat(url("postgresql://u:%41${file:pw}$${x@h/d", environment)
                        .password()
                        .reveal())
                .isEqualTo("A@:/%41?#${X}${x");
        assertThat(url("${ALL}", environment).password().reveal()).isEqualTo("A");
    }

    @Test
    void a_password_from_a_file() throws Exception {
        Files.writeString(folder.resolve("pw"), "from-file\n");
        String yaml = ConfigText.MINIMAL
                .replace("reader:source-secret", "reader")
                .replace("source: {", "source: {passwordFile: pw, ");

        assertThat(ConfigText.load(folder, yaml)
                        .loops()
                        .get(0)
                        .source()
                        .url()
                        .password()
                        .reveal())
                .isEqualTo("from-file");
    }

    @Test
    void flag_over_environment_over_file() {
        String yaml = "node: {http: {port: 1, host: \"::1\"}}\n" + ConfigText.MINIMAL;
        Map<String, String> environment = Map.of("PENSTOCK_NODE_HTTP_PORT", "2", "PENSTOCK_NODE_LOG", "json");

        assertThat(ConfigText.load(folder, yaml).node().http()).isEqualTo(new PenstockConfig.Http("::1", 1));
        assertThat(ConfigText.load(folder, yaml, environment).node().http().port())
                .isEqualTo(2);
        assertThat(ConfigText.load(folder, ConfigText.MINIMAL, environment)
                        .node()
                        .log())
                .isEqualTo(PenstockConfig.LogFormat.JSON);
        assertThat(ConfigText.load(folder, yaml, environment, new Setting("node.http.port", "3", "--http-port"))
                        .node()
                        .http()
                        .port())
                .isEqualTo(3);
    }

    @Test
    void variables_anywhere() {
        String yaml = ConfigText.MINIMAL.replace("name: shop", "name: ${N}\n    fanShards: ${S}\n    backfill: ${B}");
        LoopConfig loop = ConfigText.load(folder, yaml, Map.of("N", "x", "S", "4", "B", "false"))
                .loops()
                .get(0);

        assertThat(loop.name().text()).isEqualTo("x");
        assertThat(loop.fanShards()).isEqualTo(4);
        assertThat(loop.backfill()).isFalse();
    }

    @Test
    void a_start_position_means_no_copy() {
        String yaml = ConfigText.MINIMAL.replace("source: {", "source: {startAt: 16/B374D848, ");

        assertThat(ConfigText.load(folder, yaml).loops().get(0).backfill()).isFalse();
    }

    @Test
    void nothing_that_is_printed_holds_a_password() throws Exception {
        PenstockConfig config = ConfigText.load(folder, ConfigText.MINIMAL);

        assertThat(config.toString()).doesNotContain("secret").contains("postgresql://reader@src:5432/shop");
        assertThat(DatabindCodec.mapper()
                        .writeValueAsString(config.loops().get(0).source().url()))
                .isEqualTo("\"postgresql://reader@src:5432/shop\"");
        assertThat(DatabindCodec.mapper().writeValueAsString(new Secret("source-secret")))
                .isEqualTo("\"***\"");
        assertThat(JsonObject.of("u", config.loops().get(0).source().url().toString())
                        .encode())
                .doesNotContain("secret");
    }

    private ConnectionUrl url(String text) {
        return url(text, Map.of());
    }

    private ConnectionUrl url(String text, Map<String, String> environment) {
        return new UrlText(new Variables(environment, folder)).parse(text);
    }

    @Test
    void require_verifies_where_a_root_certificate_is_named() throws Exception {
        Path root = java.nio.file.Files.writeString(folder.resolve("root.pem"), "");
        PenstockConfig config = ConfigText.load(
                folder,
                ConfigText.MINIMAL.replace("dst:5432/shop", "dst:5432/shop?sslmode=require&sslrootcert=" + root));
        assertThat(config.loops().get(0).target().url().options()).containsEntry("sslmode", "verify-ca");
    }
}

package io.penstock.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every refusal holds the file, the way to the key, what is wrong and what to do, and no password. */
class BadConfigTest {
    @TempDir
    Path folder;

    private static final String SOURCE_URL = "postgresql://reader:source-secret@src:5432/shop";

    @ParameterizedTest(name = "{0} → {1}: {2}")
    @MethodSource({"keys", "values", "urls", "patterns", "http"})
    void a_bad_input_is_refused_with_file_key_and_remedy(
            String written, String instead, String key, String problem, String remedy) {
        assertThat(ConfigText.MINIMAL).contains(written);
        String yaml = ConfigText.MINIMAL.replace(written, instead);

        assertThatThrownBy(() -> ConfigText.load(folder, yaml))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(folder.resolve("penstock.yaml") + ": " + key + ": ")
                .hasMessageContaining(problem)
                .hasMessageContaining(remedy)
                .hasMessageNotContainingAny("secret", "p4ss");
    }

    static Stream<Arguments> http() {
        return Stream.of(
                http("host: 0.0.0.0", "host", "nobody has to log in", "unprotected: true"),
                http("host: node1", "host", "nobody has to log in", "node.http.users"),
                http("users: []", "users", "missing", "name, role, token"),
                http("users: [{name: a}]", "users[0].role", "missing", "look"),
                http("users: [{name: a, role: rule, token: x}]", "users[0].role", "\"rule\"", "look, act"),
                http("users: [{name: a:b, role: act}]", "users[0].name", "no name", "letters"),
                http("users: [{name: a, role: act}]", "users[0].token", "neither token nor password", "passwordFile"),
                http("users: [{name: a, role: act, token: secret}]", "users[0].token", "16", "openssl rand"),
                http("users: [{name: a, role: act, password: secret}]", "users[0].password", "8", "openssl rand"),
                http(
                        "users: [{name: a, role: act, password: secretsecret, token: secretsecretsecret}]",
                        "users[0].password",
                        "has token already",
                        "one of"),
                http(
                        "users: [{name: a, role: act, password: secretsecret},"
                                + " {name: a, role: look, password: secretsecret}]",
                        "users[1].name",
                        "twice",
                        "another name"),
                http(
                        "unprotected: true, users: [{name: a, role: act, password: secretsecret}]",
                        "unprotected",
                        "protected",
                        "leave one"),
                http("tls: {certificate: no.pem, key: no.pem}", "tls.certificate", "can't be read", "PEM"),
                http("tls: {}", "tls.certificate", "missing", "PEM"));
    }

    private static Arguments http(String written, String key, String problem, String remedy) {
        return bad("loops:", "node: {http: {" + written + "}}\nloops:", "node.http." + key, problem, remedy);
    }

    static Stream<Arguments> keys() {
        return Stream.of(
                bad("tables:", "tabels:", "loops[0].source.tabels", "unknown key", "did you mean \"tables\"?"),
                bad("loops:", "lops: []\nloops:", "lops", "unknown key", "did you mean \"loops\"?"),
                bad("loops:", "node: {htpp: {}}\nloops:", "node.htpp", "unknown key", "did you mean \"http\"?"),
                bad("loops:", "node: {http: {prot: 1}}\nloops:", "node.http.prot", "unknown key", "\"port\"?"),
                bad(
                        "loops:",
                        "cluster: {members: [\"a:b:c\"]}\nloops:",
                        "cluster.members[0]",
                        "\"a:b:c\" is no address",
                        "host:port"),
                bad(
                        "loops:",
                        "cluster: {members: \"a,b:99999\"}\nloops:",
                        "cluster.members",
                        "from 1 to 65535",
                        "host:port"),
                bad(
                        "loops:",
                        "cluster: {port: 5702}\nloops:",
                        "cluster.busPort",
                        "that of the members already",
                        "another one"),
                bad("loops:", "cluster: {lease: 1s}\nloops:", "cluster.lease", "not between 3 s and 10 min", "12s"),
                bad(
                        "loops:",
                        "cluster: {enabled: true, config: no.yaml}\nloops:",
                        "cluster.config",
                        "no.yaml",
                        "cluster/hazelcast.yaml"),
                bad("loops:", "cluster: {enable: 1}\nloops:", "cluster.enable", "unknown key", "\"enabled\"?"),
                bad("name: shop", "name: shop\n    fanshard: 2", "loops[0].fanshard", "unknown key", "\"fanShards\"?"),
                bad("name: shop", "name: shop\n    zzz: 2", "loops[0].zzz", "unknown key", "known here: name, source"),
                bad(
                        "{url: \"postgresql://writer",
                        "{create: true, url: \"postgresql://writer",
                        "loops[0].target.create",
                        "unknown key",
                        "known here: url"),
                bad("name: shop", "mode: auto", "loops[0].name", "missing", "write a name"),
                bad("target: {url", "mode: auto\n    #", "loops[0].target", "missing", "url"),
                bad("source: {url", "mode: auto\n    #", "loops[0].source", "missing", "tables"),
                bad("url: \"" + SOURCE_URL + "\", ", "", "loops[0].source.url", "missing", "postgresql://"),
                bad(", tables: [\"public.*\"]", "", "loops[0].source.tables", "missing", "[\"public.*\"]"),
                bad("[\"public.*\"]", "[]", "loops[0].source.tables", "empty", "write at least one"),
                bad("name: shop", "name: 7", "loops[0].name", "number", "quotes"),
                bad("name: shop", "name: a/b", "loops[0].name", "no loop name", "write a name"));
    }

    static Stream<Arguments> values() {
        return Stream.of(
                loop("mode: fanned", "mode", "\"fanned\" is not known", "auto, serial, fan"),
                loop("backfill: maybe", "backfill", "neither true nor false", "write true or false"),
                loop("backfillWindow: -1s", "backfillWindow", "negative", "write 0"),
                loop("backfillWindow: 600", "backfillWindow", "has no unit", "500ms, 10s"),
                loop("backfillWindow: 5 parsecs", "backfillWindow", "no duration", "500ms, 10s"),
                loop("backfillWindow: 300000d", "backfillWindow", "too long", "10s"),
                loop("applyTimeout: 0s", "applyTimeout", "no time at all", "30s"),
                loop("retryDelay: PTX", "retryDelay", "no duration", "10s"),
                loop("retryDelay: {}", "retryDelay", "no single value", "write one"),
                loop("fanShards: 65", "fanShards", "from 0 to 64", "write one"),
                loop("fanShards: -1", "fanShards", "from 0 to 64", "write one"),
                loop("fanShards: many", "fanShards", "from 0 to 64", "write one"),
                loop("bytesInFlight: 64 MiBs", "bytesInFlight", "no size", "64MiB"),
                loop("bytesInFlight: 64i", "bytesInFlight", "no size", "64MiB"),
                loop("bytesInFlight: -5", "bytesInFlight", "no size", "64MiB"),
                loop("bytesInFlight: 1k", "bytesInFlight", "less than 64 KiB", "64MiB"),
                loop("bytesInFlight: 9999G", "bytesInFlight", "half of the heap", "PENSTOCK_JAVA_OPTS"),
                loop("bytesInFlight: 99999999999999999G", "bytesInFlight", "more than can be counted", "64MiB"),
                bad("loops:", "node: {log: xml}\nloops:", "node.log", "\"xml\" is not known", "human, json"),
                bad("loops:", "node: {http: {port: 70000}}\nloops:", "node.http.port", "70000", "from 0 to 65535"),
                bad("loops:", "node: 8080\nloops:", "node", "no mapping", "http, log"),
                source("slot: Shop-Slot", "slot", "no name for it", "small letters"),
                source("startAt: 12345", "startAt", "number", "quotes"),
                source("startAt: here", "startAt", "not a position: \"here\"", "16/B374D848"),
                source("slot: ''", "slot", "empty", "leave the key away"),
                source("passwordFile: none.txt", "passwordFile", "can't be read", "create it"));
    }

    static Stream<Arguments> urls() {
        return Stream.of(
                url("postgresq://u:p4ss@h/d", "unknown scheme \"postgresq\"", "did you mean postgresql://?"),
                url("oracle://u:p4ss@h/d", "(known: postgresql, mysql, mariadb)", "write one of the known"),
                url("jdbc:postgresql://u:p4ss@h/d", "unknown scheme", "leave jdbc: away"),
                url("shop-p4ss", "no URL", "postgresql://user:password@host:5432/database"),
                url("postgresql://h/d", "no user", "postgresql://user"),
                url("postgresql://:p4ss@h/d", "no user", "postgresql://user"),
                url("postgresql://u:p4ss@/d", "no host", "host:port"),
                url("postgresql://u:p4ss@h", "no database", "host:5432/database"),
                url("postgresql://u:p4ss@h/", "no database", "host:5432/database"),
                url("postgresql://u:p4ss@h:0/d", "port is no number", "host:port"),
                url("postgresql://u:p4ss@h:x/d", "port is no number", "host:port"),
                url("postgresql://u:p4ss@h:65536/d", "port is no number", "host:port"),
                url("postgresql://u:p4ss@::1/d", "more than one colon", "put an IPv6 address in [ ]"),
                url("postgresql://u:p4ss@[::1/d", "no ]", "[IPv6]:port"),
                url("postgresql://u:p4ss@[host]/d", "no IPv6 address", "[IPv6]:port"),
                url("postgresql://u:p4ss@[::1]5/d", "follows the ]", "[IPv6]:port"),
                url("postgresql://u:p4ss@h1,h2/d", "several hosts", "name the one"),
                url("postgresql://u:p4ss@%2Ftmp/d", "Unix sockets", "name a host"),
                url("postgresql://u:p4s%zz@h/d", "two hexadecimal digits", "%25"),
                url("postgresql://u:p4s%ff@h/d", "not UTF-8", "UTF-8"),
                url("postgresql://u:p4ss/word@h/d", "no user", "percent-encode"),
                url("postgresql://u:p4ss@h/d/e", "/ or @", "percent-encode"),
                url("postgresql://u:p4ss@h/d?sslmod=require", "\"sslmod\"", "did you mean \"sslmode\"?"),
                url("postgresql://u:p4ss@h/d?sslmode=on", "sslmode \"on\"", "verify-full"),
                url("postgresql://u:p4ss@h/d?sslmode=verify-full", "no certificate to verify", "sslrootcert=FILE"),
                url("postgresql://u:p4ss@h/d?sslcert=/nowhere/c", "sslcert and sslkey", "give both or none"),
                url("postgresql://u:p4ss@h/d?sslrootcert=/nowhere/c", "/nowhere/c can't be read", "PEM file"),
                url("postgresql://u:p4ss@h/d?sslpassword=p4ss", "unknown option", "sslmode"),
                url("postgresql://u:p4ss@h/d?connect_timeout=soon", "connect_timeout", "connect_timeout=10"),
                url("postgresql://u:p4ss@h/d?sslmode=require&sslmode=allow", "given twice", "leave one away"),
                url("postgresql://u@h/d?password=p4ss", "stands behind ?", "user:password@"),
                url("postgresql://u:p4ss@h/d?sslmode", "has no value", "?name=value"),
                url("postgresql://u:${PASSWORT}@h/d", "PASSWORT is not set", "export PASSWORT"),
                url("postgresql://u:${file:/nowhere/p}@h/d", "/nowhere/p can't be read", "create it"),
                url("postgresql://u:${not a name}@h/d", "names no variable", "write ${NAME}"));
    }

    static Stream<Arguments> patterns() {
        return Stream.of(
                tables("a.b.c", "has 3 parts", "schema and table only"),
                tables("public.", "empty part", "write schema.table"),
                tables("", "empty part", "write schema.table"),
                tables(".orders", "empty part", "write schema.table"),
                tables("public.a,public.b", "comma", "double quotes"),
                tables("public.or%", "percent sign", "* and ? are wild"),
                tables("public. orders", "outer space", "double quotes"),
                tables("\\\"public.orders", "quote that is not closed", "double quotes"),
                tables("\\\"public\\\"x.orders", "other than a dot", "double quotes"));
    }

    @Test
    void two_loops_with_one_name() {
        String twice = ConfigText.MINIMAL + ConfigText.MINIMAL.replace("loops:\n", "");

        assertThatThrownBy(() -> ConfigText.load(folder, twice))
                .hasMessageContaining("penstock.yaml: loops[1].name: loops[0] is called \"shop\" too; rename");
    }

    @Test
    void two_loops_whose_slots_clash() {
        String clash = ConfigText.MINIMAL.replace("name: shop", "name: a-b")
                + ConfigText.MINIMAL.replace("loops:\n", "").replace("name: shop", "name: A_b");

        assertThatThrownBy(() -> ConfigText.load(folder, clash))
                .hasMessageContaining(
                        "loops[1].source.slot: the loops \"a-b\" and \"A_b\" both read the slot penstock_a_b")
                .hasMessageContaining("give one of them a slot of its own");
        assertThat(ConfigText.load(folder, clash.replaceFirst("@src", "@elsewhere"))
                        .loops())
                .hasSize(2);
    }

    @Test
    void a_start_position_and_a_copy_exclude_each_other() {
        String both = ConfigText.MINIMAL
                .replace("source: {", "source: {startAt: 16/B374D848, ")
                .replace("name: shop", "name: shop\n    backfill: true");

        assertThatThrownBy(() -> ConfigText.load(folder, both))
                .hasMessageContaining("loops[0].backfill: ")
                .hasMessageContaining("write backfill: false");
    }

    @Test
    void a_password_in_the_url_and_in_a_file() throws Exception {
        Files.writeString(folder.resolve("pw"), "from-file\n");
        String both = ConfigText.MINIMAL.replace("source: {", "source: {passwordFile: pw, ");

        assertThatThrownBy(() -> ConfigText.load(folder, both))
                .hasMessageContaining("loops[0].source.passwordFile: ")
                .hasMessageContaining("leave one of them away");
    }

    @Test
    void files_that_are_no_configuration() {
        assertThatThrownBy(() -> ConfigLoader.load(Path.of("conf/no.yaml"), Map.of(), List.of()))
                .hasMessage("conf/no.yaml: there is no such file; name the configuration with --config FILE");
        assertThatThrownBy(() -> ConfigLoader.load(folder, Map.of(), List.of())).hasMessageContaining("can't be read");
        assertThatThrownBy(() -> ConfigText.load(folder, "")).hasMessageContaining("no mapping");
        assertThatThrownBy(() -> ConfigText.load(folder, "loops: []"))
                .hasMessageContaining("loops: this key is missing");
        assertThatThrownBy(() -> ConfigText.load(folder, "a: 1\na: 2")).hasMessageContaining("line 2");
        assertThatThrownBy(() -> ConfigText.load(folder, "a: &x 1\nb: *x")).hasMessageContaining("line 2 has an alias");
        assertThatThrownBy(() -> ConfigText.load(folder, ConfigText.MINIMAL + "---\nloops: []"))
                .isInstanceOf(ConfigException.class);
    }

    @Test
    void broken_yaml_is_placed_but_not_quoted() {
        // The parser's own message shows the line, and with it the password.
        String broken = ConfigText.MINIMAL.replace("/shop\", tables", "/shop\" tables");

        assertThatThrownBy(() -> ConfigText.load(folder, broken))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("penstock.yaml: line ")
                .hasMessageNotContainingAny("secret");
    }

    @Test
    void what_the_environment_sets_is_named_by_its_variable() {
        assertThatThrownBy(() -> ConfigText.load(folder, ConfigText.MINIMAL, Map.of("PENSTOCK_NODE_HTTP_PORT", "x")))
                .hasMessageStartingWith("PENSTOCK_NODE_HTTP_PORT: node.http.port: \"x\" is no whole number");
        assertThatThrownBy(() -> ConfigText.load(folder, ConfigText.MINIMAL, Map.of("PENSTOCK_NODE_HTTP_PROT", "1")))
                .hasMessageContaining("did you mean PENSTOCK_NODE_HTTP_PORT?");
    }

    private static Arguments bad(String written, String instead, String key, String problem, String remedy) {
        return Arguments.of(written, instead, key, problem, remedy);
    }

    private static Arguments loop(String line, String key, String problem, String remedy) {
        return bad("name: shop", "name: shop\n    " + line, "loops[0]." + key, problem, remedy);
    }

    private static Arguments source(String entry, String key, String problem, String remedy) {
        return bad("source: {", "source: {" + entry + ", ", "loops[0].source." + key, problem, remedy);
    }

    private static Arguments url(String url, String problem, String remedy) {
        return bad(SOURCE_URL, url, "loops[0].source.url", problem, remedy);
    }

    private static Arguments tables(String pattern, String problem, String remedy) {
        return bad("\"public.*\"", '"' + pattern + '"', "loops[0].source.tables[0]", problem, remedy);
    }
}

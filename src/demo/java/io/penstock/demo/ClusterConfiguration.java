package io.penstock.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The configurations of the demo's cluster: all nodes have the same loops, one a shop.
 *
 * @param directory where the files go
 * @param home where Penstock lives: its Hazelcast file is the one that operators use
 */
record ClusterConfiguration(Path directory, Path home, int sourcePort, int targetPort) {
    Path write(Member member, List<Member> all, List<String> shops) throws IOException {
        return Files.writeString(
                directory.resolve(member.name() + ".yaml"),
                """
                node:
                  name: %s
                  http: {host: %s, port: %d}
                cluster:
                  enabled: true
                  config: "%s"
                  host: %s
                  port: %d
                  busPort: %d
                  members: [%s]
                loops:
                """.formatted(
                                member.name(),
                                Member.HOST,
                                member.httpPort(),
                                home.resolve("cluster/hazelcast.yaml"),
                                Member.HOST,
                                member.memberPort(),
                                member.busPort(),
                                all.stream().map(m -> '"' + m.address() + '"').collect(Collectors.joining(", ")))
                        + shops.stream().map(this::loop).collect(Collectors.joining()));
    }

    private String loop(String shop) {
        return """
                  - name: %s
                    source: {url: "postgresql://postgres@127.0.0.1:%d/%s", tables: ["public.*"]}
                    target: {url: "postgresql://postgres@127.0.0.1:%d/%s", createTables: true}
                    mode: auto
                    retryDelay: 1s
                """.formatted(shop, sourcePort, shop, targetPort, shop);
    }
}

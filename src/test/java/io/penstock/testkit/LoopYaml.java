package io.penstock.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.penstock.model.TableName;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/**
 * A node's configuration with one loop, as an operator would write it. It is written as JSON, which is YAML too and has
 * no doubts about quoting.
 */
public final class LoopYaml {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ObjectNode root = JSON.createObjectNode();
    private final ObjectNode loop;
    private final String name;
    private final int port;

    private LoopYaml(String name) {
        this.name = name;
        this.port = freePort();
        root.putObject("node").putObject("http").put("host", "127.0.0.1").put("port", port);
        loop = root.putArray("loops").addObject().put("name", name);
        loop.putObject("source");
        loop.putObject("target");
    }

    /** A loop that creates its tables on the target. */
    public static LoopYaml loop(String name, Database source, Database target) {
        LoopYaml yaml = new LoopYaml(name);
        yaml.source("url", source.url());
        ((ObjectNode) yaml.loop.get("target")).put("url", target.url()).put("createTables", true);
        return yaml;
    }

    /** The tables, literally. */
    public LoopYaml tables(Collection<TableName> tables) {
        return patterns(tables.stream().map(TableDump::name).toArray(String[]::new));
    }

    /** The tables, as patterns. */
    public LoopYaml patterns(String... patterns) {
        ArrayNode array = ((ObjectNode) loop.get("source")).putArray("tables");
        for (String pattern : patterns) {
            array.add(pattern);
        }
        return this;
    }

    /** A key of the source. */
    public LoopYaml source(String key, String value) {
        ((ObjectNode) loop.get("source")).put(key, value);
        return this;
    }

    public LoopYaml target(String key, String value) {
        ((ObjectNode) loop.get("target")).put(key, value);
        return this;
    }

    /** Whether the loop makes what the target lacks. */
    public LoopYaml createTables(boolean create) {
        ((ObjectNode) loop.get("target")).put("createTables", create);
        return this;
    }

    /** Makes the node a member of a cluster. @param members all of them, {@code host:port} */
    public LoopYaml member(String node, String host, int memberPort, int busPort, List<String> members) {
        ((ObjectNode) root.get("node")).put("name", node);
        ObjectNode cluster = root.putObject("cluster")
                .put("enabled", true)
                .put(
                        "config",
                        Path.of("cluster/hazelcast.yaml").toAbsolutePath().toString())
                .put("host", host)
                .put("port", memberPort)
                .put("busPort", busPort);
        members.forEach(cluster.putArray("members")::add);
        return this;
    }

    /** A key of the cluster. */
    public LoopYaml cluster(String key, String value) {
        ((ObjectNode) root.get("cluster")).put(key, value);
        return this;
    }

    /** Somebody who may use the HTTP port; from then on nobody else may. */
    public LoopYaml user(String user, String role, String token) {
        ((ObjectNode) root.get("node").get("http"))
                .withArray("users")
                .addObject()
                .put("name", user)
                .put("role", role)
                .put("token", token);
        return this;
    }

    /** Another loop on the same node; what it says of the node is left out. */
    public LoopYaml with(LoopYaml other) {
        ((ArrayNode) root.get("loops")).add(other.loop);
        return this;
    }

    /** A key of the loop, such as {@code mode}. */
    public LoopYaml set(String key, String value) {
        loop.put(key, value);
        return this;
    }

    public LoopYaml set(String key, long value) {
        loop.put(key, value);
        return this;
    }

    public String name() {
        return name;
    }

    public int port() {
        return port;
    }

    /** Writes the file into a directory. */
    public Path write(Path directory) {
        try {
            return Files.writeString(directory.resolve(name + ".yaml"), text());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    public String text() {
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A port that nobody listens on now. */
    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}

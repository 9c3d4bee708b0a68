package io.penstock.testkit;

import org.opentest4j.TestAbortedException;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

/** Servers in containers. Without a container engine the test is aborted with the reason. */
final class Containers {
    private static final String POSTGRES = "postgres:17";
    private static final int POSTGRES_PORT = 5432;
    private static final String COCKROACH = "cockroachdb/cockroach:v25.2.2";
    private static final int COCKROACH_PORT = 26257;

    private Containers() {}

    /** @param why there is no other server, and how to name one */
    static void requireEngine(String why) {
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            throw new TestAbortedException(why + ", and no container engine answers");
        }
    }

    @SuppressWarnings("resource") // lives as long as the JVM; the container library removes it then
    static PostgresServer postgres(boolean durable) {
        StringBuilder command = new StringBuilder("postgres");
        PostgresStarter.settings(durable)
                .forEach((name, value) ->
                        command.append(" -c ").append(name).append('=').append(value));
        GenericContainer<?> container = new GenericContainer<>(POSTGRES)
                .withEnv("POSTGRES_PASSWORD", "postgres")
                .withExposedPorts(POSTGRES_PORT)
                .withCommand(command.toString())
                .waitingFor(Wait.forLogMessage(".*database system is ready to accept connections.*", 2));
        return started(container, POSTGRES_PORT, "postgres", "postgres");
    }

    @SuppressWarnings("resource")
    static PostgresServer cockroach() {
        GenericContainer<?> container = new GenericContainer<>(COCKROACH)
                .withExposedPorts(COCKROACH_PORT)
                .withCommand("start-single-node --insecure")
                .waitingFor(Wait.forLogMessage(".*CockroachDB node starting.*", 1));
        return started(container, COCKROACH_PORT, "root", "");
    }

    private static PostgresServer started(GenericContainer<?> container, int port, String user, String password) {
        container.start();
        return new PostgresServer(
                container.getHost(), container.getMappedPort(port), user, password, "container", container);
    }
}

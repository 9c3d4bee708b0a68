package io.penstock.chaos;

import io.penstock.model.TableName;
import io.penstock.testkit.Equality;
import io.penstock.testkit.LoopYaml;
import io.penstock.testkit.PenstockProcess;
import io.penstock.testkit.SourceLog;
import io.penstock.testkit.TestDatabase;
import io.penstock.testkit.TestPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A source and a target on separate servers, and a node between them in a process of its own. */
final class Pair implements AutoCloseable {
    private static final AtomicInteger PAIRS = new AtomicInteger();

    private final TestDatabase source;
    private final TestDatabase target;
    private final List<TableName> tables;
    private final LoopYaml config;
    private final Path directory;
    private PenstockProcess node;

    /** @param tables of the schema public that are replicated */
    Pair(String name, Path directory, String... tables) {
        this.source = TestPostgres.shared().createDatabase(name + "_s");
        this.target = TestPostgres.target().createDatabase(name + "_t");
        this.directory = directory;
        this.tables = Stream.of(tables).map(t -> new TableName("public", t)).toList();
        String loop = name + "-" + ProcessHandle.current().pid() + "-" + PAIRS.incrementAndGet();
        this.config = LoopYaml.loop(loop, source, target).tables(this.tables).set("retryDelay", "1s");
    }

    TestDatabase source() {
        return source;
    }

    TestDatabase target() {
        return target;
    }

    LoopYaml config() {
        return config;
    }

    PenstockProcess node() {
        return node;
    }

    /** Starts the node and waits for the end of the copy. */
    void start(String... jvmOptions) {
        node = PenstockProcess.start(config, directory, jvmOptions);
        SourceLog.awaitCopied(node::status, Duration.ofMinutes(2));
    }

    /** Waits until everything is applied, and compares. */
    Equality.Comparison settle(Duration limit) {
        SourceLog.awaitApplied(source, node::status, limit);
        return Equality.compare(source, target, tables);
    }

    @Override
    public void close() {
        if (node != null) {
            node.close();
        }
        source.dropForce();
        target.dropForce();
    }
}

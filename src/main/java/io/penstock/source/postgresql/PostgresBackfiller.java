package io.penstock.source.postgresql;

import io.penstock.config.LoopConfig;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.source.Backfiller;
import io.penstock.source.SourceException;
import io.penstock.source.postgresql.CatalogTable.CatalogColumn;
import io.penstock.stamp.LsnStamp;
import io.penstock.stamp.Stamp;
import io.vertx.core.Future;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Copies under the snapshot that PostgreSQL exports when it makes a slot: what it shows and what the slot sends meet. */
final class PostgresBackfiller implements Backfiller {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresBackfiller.class);

    private final LoopConfig loop;
    private final Connections connections;
    private final ReplicatedTables tables;
    private final BlockingWork work;
    private final ReplicationSlot slot;

    PostgresBackfiller(LoopConfig loop, Connections connections, ReplicatedTables tables, BlockingWork work) {
        this.loop = loop;
        this.connections = connections;
        this.tables = tables;
        this.work = work;
        this.slot = new ReplicationSlot(loop.source().slot());
    }

    @Override
    public Future<Snapshot> open() {
        return work.run("open a snapshot of " + connections.where(), this::openNow);
    }

    private Snapshot openNow() throws SQLException, InterruptedException {
        Connection replication = Preparation.openReplication(connections);
        try (Connection connection = connections.open(Connections.SHORT_ANSWERS_SECONDS)) {
            if (slot.readWhenReleased(connection) != null) {
                LOG.info("loop {}: dropping replication slot {} of an interrupted copy", loop.name(), slot.name());
                slot.drop(connection);
            }
            ServerFacts server = ServerFacts.read(connection, replication);
            LOG.info(
                    "loop {}: creating replication slot {}; waits for transactions that are open now",
                    loop.name(),
                    slot.name());
            ReplicationSlot.Created created = slot.create(replication, server, true);
            return new ExportedSnapshot(created, replication, readTables(connection, created.snapshot()));
        } catch (SQLException | InterruptedException | RuntimeException e) {
            replication.close();
            throw e;
        }
    }

    /** As the snapshot has them; partitioned tables are left to their partitions unless they stand for them. */
    private Map<TableName, ReplicatedTable> readTables(Connection connection, String snapshot) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
            statement.execute("SET TRANSACTION SNAPSHOT " + Quoting.literal(snapshot));
            Map<TableName, ReplicatedTable> byName = new LinkedHashMap<>();
            for (ReplicatedTable table : tables.read(connection)) {
                if (!table.definition().isPartitioned()) {
                    byName.put(table.table().name(), table);
                }
            }
            statement.execute("COMMIT");
            return byName;
        }
    }

    /** The session that made the slot holds the snapshot until it is closed. */
    private final class ExportedSnapshot implements Snapshot {
        private final ReplicationSlot.Created created;
        private final Connection replication;
        private final Map<TableName, ReplicatedTable> byName;

        ExportedSnapshot(
                ReplicationSlot.Created created, Connection replication, Map<TableName, ReplicatedTable> byName) {
            this.created = created;
            this.replication = replication;
            this.byName = byName;
        }

        @Override
        public Stamp stamp() {
            return LsnStamp.before(created.consistentPoint());
        }

        @Override
        public List<TableDefinition> tables() {
            return byName.values().stream().map(ReplicatedTable::definition).toList();
        }

        @Override
        public RowReader read(TableDefinition table) {
            ReplicatedTable replicated = byName.get(table.name());
            if (replicated == null) {
                throw SourceException.fatal(table.name() + " is not in the snapshot", "copy only what tables() lists");
            }
            return CopyReader.open(
                    connections,
                    created.snapshot(),
                    copy(replicated),
                    table.name().toString());
        }

        @Override
        public Future<Void> close() {
            return work.run("close the snapshot", () -> {
                replication.close();
                return null;
            });
        }
    }

    private static String copy(ReplicatedTable replicated) {
        List<String> names = replicated.columns().stream()
                .filter(c -> !c.isGenerated())
                .map((CatalogColumn c) -> c.column().name())
                .toList();
        // ONLY: tables that inherit are copied by themselves. A partitioned table has rows in its partitions only.
        boolean partitioned = replicated.spansPartitions();
        String where = replicated.rowFilter() == null ? "" : " WHERE " + replicated.rowFilter();
        return "COPY (SELECT " + Quoting.identifiers(names) + " FROM " + (partitioned ? "" : "ONLY ")
                + Quoting.table(replicated.table().name()) + where + ") TO STDOUT";
    }
}

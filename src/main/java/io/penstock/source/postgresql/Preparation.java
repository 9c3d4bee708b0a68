package io.penstock.source.postgresql;

import io.penstock.config.LoopConfig;
import io.penstock.config.TablePattern;
import io.penstock.model.TableName;
import io.penstock.source.Dialect.KnownPosition;
import io.penstock.source.Dialect.Prepared;
import io.penstock.source.SourceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Checks a server before a loop reads from it, and makes the publication and the slot that are missing. */
final class Preparation {
    private static final int OLDEST_VERSION = 10;
    private static final int STANDBYS_CAN_DECODE = 16;

    private final LoopConfig loop;
    private final Connections connections;
    private final KnownPosition known;
    private final List<String> warnings = new ArrayList<>();

    Preparation(LoopConfig loop, Connections connections, KnownPosition known) {
        this.loop = loop;
        this.connections = connections;
        this.known = known;
    }

    Prepared run() throws SQLException, InterruptedException {
        ReplicationSlot slot = new ReplicationSlot(loop.source().slot());
        try (Connection connection = connections.open(Connections.SHORT_ANSWERS_SECONDS);
                Connection replication = openReplication(connections)) {
            ServerFacts server = ServerFacts.read(connection, replication);
            check(server);
            TableDirectory directory = TableDirectory.load(connection);
            warnOfTables(directory);
            // Before the slot: decoding looks the publication up as it was at each change.
            new PublicationSetup(loop, connection, server, warnings).ensure(directory);
            Prepared prepared = new StartPosition(loop, known, server, slot, warnings).find(connection, replication);
            return prepared;
        }
    }

    /** The checks alone: nothing is made, nothing changed. */
    List<String> look() throws SQLException {
        try (Connection connection = connections.open(Connections.SHORT_ANSWERS_SECONDS);
                Connection replication = openReplication(connections)) {
            check(ServerFacts.read(connection, replication));
            warnOfTables(TableDirectory.load(connection));
            return List.copyOf(warnings);
        }
    }

    /** As {@link Connections#openReplication}, with the remedy for a role that may not. */
    static Connection openReplication(Connections connections) throws SQLException {
        try {
            return connections.openReplication();
        } catch (SQLException e) {
            if ("42501".equals(e.getSQLState())) {
                throw new SourceException(
                        SourceException.Kind.FINAL,
                        "role " + connections.user() + " may not replicate from " + connections.where(),
                        "run as a superuser: ALTER ROLE " + Quoting.identifier(connections.user()) + " REPLICATION",
                        e);
            }
            throw e;
        }
    }

    private void check(ServerFacts server) {
        if (server.majorVersion() < OLDEST_VERSION) {
            throw SourceException.fatal(
                    connections.where() + " is PostgreSQL " + server.majorVersion() + ", which has no publications",
                    "use a source of version " + OLDEST_VERSION + " or newer");
        }
        if (!"logical".equals(server.walLevel())) {
            throw SourceException.fatal(
                    "wal_level of " + connections.where() + " is " + server.walLevel() + ", not logical",
                    "run: ALTER SYSTEM SET wal_level = 'logical' and restart the server");
        }
        if (server.standby() && server.majorVersion() < STANDBYS_CAN_DECODE) {
            throw SourceException.fatal(
                    connections.where() + " is a standby of version " + server.majorVersion()
                            + ", which can't decode its log",
                    "point source.url at the primary");
        }
        if (known.identity() != null && !known.identity().equals(server.identity())) {
            throw SourceException.fatal(
                    connections.where() + " is database " + server.identity() + ", but the target holds what came from "
                            + known.identity(),
                    "point source.url at the server that the loop began with, or begin a new loop with a new copy");
        }
    }

    private void warnOfTables(TableDirectory directory) {
        List<TableName> unlogged = new ArrayList<>();
        List<TableName> noIdentity = new ArrayList<>();
        List<SourceTable> selected = new TableSelection(loop.source()).of(directory);
        for (SourceTable table : selected) {
            if (table.unlogged()) {
                unlogged.add(table.name());
            } else if (!table.identifiable() && !table.partitioned()) {
                noIdentity.add(table.name());
            }
        }
        if (!unlogged.isEmpty()) {
            warnings.add("not replicated, because unlogged tables leave no changes in the log: "
                    + Quoting.list(unlogged) + "; ALTER TABLE … SET LOGGED and start again");
        }
        if (!noIdentity.isEmpty()) {
            warnings.add("inserts only, because there is no primary key or replica identity (the server refuses updates"
                    + " and deletes of such tables while they are published): " + Quoting.list(noIdentity)
                    + "; ALTER TABLE … REPLICA IDENTITY FULL, or add a primary key");
        }
        for (TablePattern pattern : loop.source().tables()) {
            if (selected.stream().noneMatch(t -> pattern.matches(t.name()))) {
                warnings.add("source.tables: " + pattern + " matches no table of " + connections.where());
            }
        }
    }
}

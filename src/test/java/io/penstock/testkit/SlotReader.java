package io.penstock.testkit;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import org.postgresql.PGConnection;
import org.postgresql.replication.PGReplicationStream;

/** Another application that reads from a replication slot, and acknowledges nothing. */
public final class SlotReader implements AutoCloseable {
    private final Connection connection;
    private final PGReplicationStream stream;
    private final int pid;

    private SlotReader(Connection connection, PGReplicationStream stream) throws SQLException {
        this.connection = connection;
        this.stream = stream;
        this.pid = connection.unwrap(PGConnection.class).getBackendPID();
    }

    /** Begins to read, as application {@code someone_else}. */
    public static SlotReader of(TestDatabase database, String slot, String publication) {
        Properties properties = new Properties();
        properties.setProperty("user", database.server().user());
        properties.setProperty("password", database.server().password());
        properties.setProperty("replication", "database");
        properties.setProperty("preferQueryMode", "simple");
        properties.setProperty("assumeMinServerVersion", "10");
        properties.setProperty("ApplicationName", "someone_else");
        try {
            Connection connection = DriverManager.getConnection(
                    "jdbc:postgresql://" + database.server().host() + ":"
                            + database.server().port() + "/" + database.name(),
                    properties);
            PGReplicationStream stream = connection
                    .unwrap(PGConnection.class)
                    .getReplicationAPI()
                    .replicationStream()
                    .logical()
                    .withSlotName(slot)
                    .withSlotOption("proto_version", 1)
                    .withSlotOption("publication_names", publication)
                    .start();
            return new SlotReader(connection, stream);
        } catch (SQLException e) {
            throw new SqlFailure("read from " + slot, e);
        }
    }

    public int pid() {
        return pid;
    }

    @Override
    public void close() {
        try {
            stream.close();
            connection.close();
        } catch (SQLException e) {
            throw new SqlFailure("stop reading", e);
        }
    }
}

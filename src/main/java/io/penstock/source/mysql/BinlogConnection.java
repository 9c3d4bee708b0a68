package io.penstock.source.mysql;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.network.ServerException;
import io.penstock.config.ConnectionUrl;
import io.penstock.source.SourceException;
import io.penstock.stamp.BinlogFileStamp;
import io.penstock.stamp.GtidStamp;
import io.penstock.stamp.MariaDbGtidStamp;
import io.penstock.stamp.Stamp;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

/** The replication connection: connects once, never by itself again. */
final class BinlogConnection {
    private static final long HEARTBEAT_MILLIS = 500;
    /** A server that has sent not even heartbeats for so long is gone. */
    private static final int SILENCE_MILLIS = 20_000;
    /** The target may take its time; the server must not hang up meanwhile. */
    private static final long SERVER_PATIENCE_SECONDS = 3600;

    /** The connector's own; what an operator must know is said by this house. Kept, or the setting is lost. */
    private static final java.util.logging.Logger QUIET =
            java.util.logging.Logger.getLogger(BinaryLogClient.class.getName());

    static {
        QUIET.setLevel(java.util.logging.Level.WARNING);
    }

    /** Takes events on the thread that reads. */
    interface Receiver {
        void receive(RawEvent event) throws Exception;
    }

    private final BinaryLogClient client;
    private final RawEvents events = new RawEvents();
    private final String where;
    private Throwable failure;

    /** @param firstFile the oldest file of the log, where an empty position of MariaDB begins */
    BinlogConnection(ConnectionUrl url, long serverId, Stamp from, String firstFile, Receiver receiver) {
        where = url.toString();
        client = new BinaryLogClient(
                url.host(), url.port(), null, url.user(), url.password().reveal());
        client.setServerId(serverId);
        client.setKeepAlive(false);
        client.setHeartbeatInterval(HEARTBEAT_MILLIS);
        client.setNetWriteTimeout(SERVER_PATIENCE_SECONDS);
        client.setEventDeserializer(events);
        client.setSocketFactory(BinlogConnection::socket);
        client.setConnectTimeout(TimeUnit.SECONDS.toMillis(10));
        begin(from, firstFile);
        client.registerEventListener(event -> receive(event.getData(), receiver));
        client.registerLifecycleListener(new BinaryLogClient.AbstractLifecycleListener() {
            @Override
            public void onCommunicationFailure(BinaryLogClient broken, Exception e) {
                fail(e);
            }

            @Override
            public void onEventDeserializationFailure(BinaryLogClient broken, Exception e) {
                fail(e);
                hangUp();
            }
        });
    }

    private static Socket socket() throws java.net.SocketException {
        Socket socket = new Socket();
        socket.setSoTimeout(SILENCE_MILLIS);
        socket.setTcpNoDelay(true);
        return socket;
    }

    private void begin(Stamp from, String firstFile) {
        if (from instanceof MariaDbGtidStamp gtids) {
            if (gtids.last().isEmpty()) {
                client.setBinlogFilename(firstFile);
                client.setBinlogPosition(4);
            } else {
                client.setGtidSet(gtids.position());
            }
        } else if (from instanceof GtidStamp gtids) {
            client.setGtidSet(gtids.set());
        } else if (from instanceof BinlogFileStamp place) {
            client.setBinlogFilename(place.file());
            client.setBinlogPosition(place.end());
        } else {
            throw SourceException.fatal(from.text() + " is no position of MySQL or MariaDB", "begin a new loop");
        }
    }

    private void receive(RawEvent event, Receiver receiver) {
        if (failure != null) {
            return;
        }
        try {
            receiver.receive(event);
        } catch (Throwable e) {
            fail(e);
            hangUp();
        }
    }

    private void fail(Throwable e) {
        if (failure == null) {
            failure = e;
        }
    }

    /** Reads until the connection ends, by {@link #hangUp} or by itself. @throws Exception what ended it */
    void run() throws Exception {
        try {
            client.connect();
        } catch (Exception e) {
            fail(e);
        }
        if (failure instanceof ServerException server) {
            throw SourceErrors.of("read the log of " + where, server.getErrorCode(), server.getMessage(), server);
        }
        if (failure instanceof Exception e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        throw SourceException.retryable("the server " + where + " ended the stream", null);
    }

    boolean isMoreThere() throws IOException {
        return events.isMoreThere();
    }

    /** Ends the connection; any thread, waits for the reading one unless it is that. */
    void hangUp() {
        try {
            client.disconnect();
        } catch (IOException e) {
            fail(e);
        }
    }
}

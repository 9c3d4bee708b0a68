package io.penstock.target.mysql;

import io.penstock.model.Epoch;
import io.penstock.model.LoopName;
import io.penstock.target.SqlExecutor;
import io.penstock.target.Statement;
import io.penstock.target.TargetException;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which sessions are a loop's. These servers show no name of a session to everybody, so each writes its own into {@code
 * penstock.sessions}, and holds a lock of the server that nobody else has: as long as the lock is held, and by this
 * connection, the connection is still the one that was written down.
 */
record NamedSessions(SqlExecutor sql) {
    private static final String CREATE = "CREATE TABLE IF NOT EXISTS penstock.sessions (lock_name varchar(64) PRIMARY"
            + " KEY, connection bigint NOT NULL, name varchar(500) NOT NULL, since timestamp(6) NOT NULL DEFAULT"
            + " CURRENT_TIMESTAMP(6)) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";

    private static final String FIND = "SELECT lock_name AS l, connection AS c, name AS n,"
            + " IS_USED_LOCK(lock_name) AS holder FROM penstock.sessions WHERE LEFT(name, CHAR_LENGTH(?)) = ?";

    private static final Pattern EPOCH = Pattern.compile("([0-9]{1,18})/.*");

    private static final String NO_SUCH_CONNECTION = "1094";
    private static final String NOT_OWNER = "1095";

    Future<Void> created() {
        return sql.query(Statement.of("CREATE DATABASE IF NOT EXISTS penstock CHARACTER SET utf8mb4; " + CREATE))
                .mapEmpty();
    }

    /** The statements by which a session says whose it is. */
    static String register(String name) {
        String lock = Quoting.literal("penstock." + UUID.randomUUID());
        return "DO GET_LOCK(" + lock + ", 0); INSERT INTO penstock.sessions (lock_name, connection, name) VALUES ("
                + lock + ", CONNECTION_ID(), " + Quoting.literal(name) + ")";
    }

    /** Ends the sessions of the loop's earlier reigns. @return what an operator ought to know */
    Future<List<String>> endBefore(LoopName loop, Epoch reign) {
        String prefix = "penstock/" + loop + "/";
        List<String> warnings = new ArrayList<>();
        return created()
                .compose(done -> sql.query(Statement.of(FIND, prefix, prefix)))
                .compose(sessions -> {
                    Future<Void> all = Future.succeededFuture();
                    for (Map<String, Object> session : sessions) {
                        if (isBefore(reign, ((String) session.get("n")).substring(prefix.length()))) {
                            all = all.compose(done -> end(session, warnings));
                        }
                    }
                    return all.map(warnings);
                });
    }

    private static boolean isBefore(Epoch reign, String behindPrefix) {
        Matcher epoch = EPOCH.matcher(behindPrefix);
        return epoch.matches() && Long.parseLong(epoch.group(1)) < reign.number();
    }

    private Future<Void> end(Map<String, Object> session, List<String> warnings) {
        Number holder = (Number) session.get("holder");
        Number connection = (Number) session.get("c");
        boolean alive = holder != null && holder.longValue() == connection.longValue();
        Future<?> ended = alive ? sql.query(Statement.of("KILL " + connection)) : Future.succeededFuture();
        return ended.<Void>mapEmpty()
                .recover(cause -> {
                    if (cause instanceof TargetException t && t.code().equals(NO_SUCH_CONNECTION)) {
                        return Future.succeededFuture();
                    }
                    if (cause instanceof TargetException t && t.code().equals(NOT_OWNER)) {
                        warnings.add("the target session " + session.get("n") + " of an earlier reign, connection "
                                + connection + ", can't be ended by this loop's user and may hold locks until the"
                                + " server notices that its node is gone; let all nodes use one user, or grant it"
                                + " CONNECTION ADMIN");
                        return Future.succeededFuture();
                    }
                    return Future.failedFuture(cause);
                })
                .compose(done -> sql.query(
                                Statement.of("DELETE FROM penstock.sessions WHERE lock_name = ?", session.get("l")))
                        .mapEmpty());
    }
}

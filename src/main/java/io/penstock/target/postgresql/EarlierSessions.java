package io.penstock.target.postgresql;

import io.penstock.model.Epoch;
import io.penstock.model.LoopName;
import io.penstock.target.SqlExecutor;
import io.penstock.target.Statement;
import io.penstock.target.TargetException;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What earlier reigns of a loop have left in the server's list of sessions. */
record EarlierSessions(SqlExecutor sql) {
    private static final String FIND = "SELECT pid, application_name AS session, usename::text AS role,"
            + " current_user::text AS own FROM pg_catalog.pg_stat_activity WHERE datname = current_database()"
            + " AND pid <> pg_backend_pid() AND left(application_name, length($1::text)) = $1::text";

    /** By name again, because the number may have been given to another session meanwhile. */
    private static final String END = "SELECT pg_terminate_backend(pid) AS ended FROM pg_catalog.pg_stat_activity"
            + " WHERE pid = $1 AND application_name = $2";

    /** The epoch, whole: the server cuts long names, and a number without its end would be a lower one. */
    private static final Pattern EPOCH = Pattern.compile("([0-9]{1,18})/.*");

    private static final String NO_RIGHT = "42501";

    Future<List<String>> endBefore(LoopName loop, Epoch reign) {
        String prefix = "penstock/" + loop + "/";
        List<String> warnings = new ArrayList<>();
        return sql.query(Statement.of(FIND, prefix)).compose(sessions -> {
            Future<Void> all = Future.succeededFuture();
            for (Map<String, Object> session : sessions) {
                if (isBefore(reign, ((String) session.get("session")).substring(prefix.length()))) {
                    all = all.compose(done -> end(session, warnings));
                }
            }
            return all.map(warnings);
        });
    }

    static boolean isBefore(Epoch reign, String behindPrefix) {
        Matcher epoch = EPOCH.matcher(behindPrefix);
        return epoch.matches() && Long.parseLong(epoch.group(1)) < reign.number();
    }

    private Future<Void> end(Map<String, Object> session, List<String> warnings) {
        return sql.query(Statement.of(END, session.get("pid"), session.get("session")))
                .<Void>mapEmpty()
                .recover(cause -> {
                    if (cause instanceof TargetException refused
                            && refused.code().equals(NO_RIGHT)) {
                        warnings.add("the target session " + session.get("session") + " of an earlier reign, process "
                                + session.get("pid") + " of role " + session.get("role")
                                + ", can't be ended by this loop's role and may hold locks until the server notices that"
                                + " its node is gone; run as a superuser: GRANT pg_signal_backend TO "
                                + Quoting.identifier((String) session.get("own")));
                        return Future.succeededFuture();
                    }
                    return Future.failedFuture(cause);
                });
    }
}

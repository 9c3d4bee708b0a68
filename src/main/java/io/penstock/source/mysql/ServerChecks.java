package io.penstock.source.mysql;

import io.penstock.config.ConnectionUrl;
import io.penstock.source.SourceException;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** Whether a server's settings and rights let its log be read without loss. */
final class ServerChecks {
    private static final String NEW_SESSIONS =
            " (sessions that are open keep the old setting: let them connect anew), and in the server's configuration";

    private final ServerFacts server;
    private final List<String> warnings = new ArrayList<>();

    ServerChecks(ServerFacts server) {
        this.server = server;
    }

    List<String> warnings() {
        return warnings;
    }

    /** TLS that was asked for and is not there must not be left out in silence. */
    void wayThere(ConnectionUrl url) {
        String mode = url.options().getOrDefault("sslmode", "disable");
        if (mode.equals("require") || mode.startsWith("verify")) {
            throw SourceException.fatal(
                    "source.url asks for sslmode=" + mode + ", and this version has no TLS to a MariaDB source",
                    "write sslmode=disable and go by a tunnel or a private network");
        }
    }

    /** @throws SourceException final, with the statement that mends it */
    void settings() {
        if (!server.isMariaDb()) {
            throw SourceException.fatal(
                    "the server is MySQL " + server.version()
                            + ", and this version of Penstock reads from MariaDB and PostgreSQL only",
                    "name a MariaDB or a PostgreSQL server in source.url");
        }
        if (!server.is("log_bin", "ON")) {
            throw refused(
                    "log_bin", "set log_bin, server_id and binlog_format=ROW in its configuration and restart it");
        }
        if (!server.is("binlog_format", "ROW")) {
            throw refused("binlog_format", "SET GLOBAL binlog_format = 'ROW'" + NEW_SESSIONS);
        }
        if (!server.is("binlog_row_metadata", "FULL")) {
            throw refused("binlog_row_metadata", "SET GLOBAL binlog_row_metadata = 'FULL'" + NEW_SESSIONS);
        }
        if (!server.setting("binlog_row_value_options").isEmpty()) {
            throw refused("binlog_row_value_options", "SET GLOBAL binlog_row_value_options = ''" + NEW_SESSIONS);
        }
        if (server.is("binlog_transaction_compression", "ON")) {
            throw refused(
                    "binlog_transaction_compression", "SET GLOBAL binlog_transaction_compression = OFF" + NEW_SESSIONS);
        }
        if (server.isMariaDb() && !server.is("mysql56_temporal_format", "ON")) {
            throw refused("mysql56_temporal_format", "SET GLOBAL mysql56_temporal_format = ON and rewrite the tables");
        }
        if (!server.is("binlog_row_image", "FULL")) {
            warnings.add("binlog_row_image is " + server.setting("binlog_row_image")
                    + ": what did not change is not in the log, so a row that the target lacks can't be made whole;"
                    + " SET GLOBAL binlog_row_image = 'FULL' on the source mends it");
        }
    }

    /** Rows that change with rows that nobody here knows of can't be followed. */
    static void cascades(List<ForeignKey> keys, Predicate<Ddl.Table> selected) {
        List<ForeignKey> unknown = ForeignKeys.throughUnknown(keys, selected);
        if (!unknown.isEmpty()) {
            throw CascadePlan.throughUnknown(unknown.get(0));
        }
    }

    /** @param id under which the loop reads the log */
    void serverId(Session session, long id) {
        List<String> taken = new ArrayList<>(List.of(server.setting("server_id")));
        String list = server.isMariaDb() || server.version().startsWith("5.") ? "SHOW SLAVE HOSTS" : "SHOW REPLICAS";
        for (Row replica : session.rows(list)) {
            taken.add(Session.text(replica, 0));
        }
        if (taken.contains(Long.toString(id))) {
            throw SourceException.fatal(
                    "another replica of the server has the server id " + id + ", which this loop would use",
                    "give the loop another name: its server id is derived from that");
        }
    }

    /** Where a role grants the right, only the server knows; then the first connection tells. */
    void rights(Session session) {
        StringBuilder all = new StringBuilder();
        for (Row grant : session.rows("SHOW GRANTS FOR CURRENT_USER()")) {
            all.append(Session.text(grant, 0).toUpperCase(Locale.ROOT)).append('\n');
        }
        String grants = all.toString();
        boolean role = grants.lines().anyMatch(line -> !line.contains(" ON "));
        if (!role && !grants.contains("ALL PRIVILEGES ON *.*") && !grants.contains("REPLICATION SLAVE")) {
            throw SourceException.fatal(
                    "the user of source.url may not read the server's binary log",
                    "GRANT REPLICATION SLAVE, " + (server.isMariaDb() ? "BINLOG MONITOR" : "REPLICATION CLIENT")
                            + " ON *.* TO that user");
        }
    }

    private SourceException refused(String setting, String remedy) {
        return SourceException.fatal(
                "the server's " + setting + " is " + server.settings().getOrDefault(setting, "not known to it")
                        + ", and its log can't be followed so",
                remedy);
    }
}

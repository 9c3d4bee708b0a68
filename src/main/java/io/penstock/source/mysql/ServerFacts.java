package io.penstock.source.mysql;

import io.penstock.model.Product;
import io.vertx.sqlclient.Row;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What has to be known of a server before anything is read from it.
 *
 * @param settings global variables by their names in small letters; one that the server does not have is missing
 */
record ServerFacts(String version, Map<String, String> settings) {
    private static final String ASKED = "'log_bin', 'binlog_format', 'binlog_row_image', 'binlog_row_metadata',"
            + " 'binlog_row_value_options', 'binlog_transaction_compression', 'gtid_mode', 'server_id', 'server_uuid',"
            + " 'mysql56_temporal_format', 'lower_case_table_names', 'innodb_native_foreign_keys'";

    ServerFacts {
        settings = Map.copyOf(settings);
    }

    static ServerFacts read(Session session) {
        Map<String, String> settings = new HashMap<>();
        for (Row row : session.rows("SHOW GLOBAL VARIABLES WHERE Variable_name IN (" + ASKED + ")")) {
            settings.put(Session.text(row, 0).toLowerCase(Locale.ROOT), Session.text(row, 1));
        }
        return new ServerFacts(session.value("SELECT VERSION()"), settings);
    }

    boolean isMariaDb() {
        return version.toLowerCase(Locale.ROOT).contains("mariadb");
    }

    Product product() {
        return isMariaDb() ? Product.MARIADB : Product.MYSQL;
    }

    /** MariaDB always has them. */
    boolean hasGtids() {
        return isMariaDb() || is("gtid_mode", "ON");
    }

    /** MySQL 9.6 and later carry out foreign keys above the storage engine, and log what they do. */
    boolean logsCascades() {
        return is("innodb_native_foreign_keys", "OFF");
    }

    boolean is(String setting, String value) {
        return value.equalsIgnoreCase(settings.get(setting));
    }

    String setting(String name) {
        return settings.getOrDefault(name, "");
    }

    /**
     * Names what the loop reads from. Where transactions have ids, these say whether it is the same history, and a
     * replica that was promoted may stand in; where they have not, only the same server will do.
     */
    String identity(String database) {
        String family = isMariaDb() ? "mariadb" : "mysql";
        return (hasGtids() ? family : family + ":" + setting("server_uuid")) + "/" + database;
    }
}

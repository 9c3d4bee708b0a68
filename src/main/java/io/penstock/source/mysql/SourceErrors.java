package io.penstock.source.mysql;

import io.penstock.source.SourceException;
import io.penstock.source.SourceException.Kind;
import io.vertx.mysqlclient.MySQLException;

/**
 * Turns errors of the server and of the way to it into the house's: which can mend themselves, and what an operator can
 * do about the others. (MySQL documentation, "Server Error Message Reference".)
 */
final class SourceErrors {
    private static final int ACCESS_DENIED_TO_DATABASE = 1044;
    private static final int ACCESS_DENIED = 1045;
    private static final int UNKNOWN_DATABASE = 1049;
    private static final int ACCESS_DENIED_PRIVILEGE = 1227;
    private static final int SELECT_DENIED = 1142;
    private static final int LOG_UNREADABLE = 1236;

    private SourceErrors() {}

    /** @param doing completes "can't …" */
    static SourceException of(String doing, Throwable cause) {
        if (cause instanceof SourceException known) {
            return known;
        }
        if (cause instanceof MySQLException server) {
            return of(doing, server.getErrorCode(), server.getMessage(), cause);
        }
        return new SourceException(Kind.RETRYABLE, "can't " + doing + ": " + text(cause), "", cause);
    }

    /** An error that the server answered with. */
    static SourceException of(String doing, int code, String message, Throwable cause) {
        return new SourceException(
                kind(code), "can't " + doing + ": " + message + " (error " + code + ")", remedy(code), cause);
    }

    private static Kind kind(int code) {
        return switch (code) {
            case ACCESS_DENIED_TO_DATABASE,
                    ACCESS_DENIED,
                    UNKNOWN_DATABASE,
                    ACCESS_DENIED_PRIVILEGE,
                    SELECT_DENIED,
                    LOG_UNREADABLE -> Kind.FINAL;
            default -> Kind.RETRYABLE;
        };
    }

    private static String remedy(int code) {
        return switch (code) {
            case ACCESS_DENIED -> "check user and password in source.url";
            case ACCESS_DENIED_TO_DATABASE, UNKNOWN_DATABASE -> "check the database in source.url";
            case ACCESS_DENIED_PRIVILEGE, SELECT_DENIED ->
                "grant the right that the message names: SELECT on the tables, REPLICATION SLAVE and REPLICATION CLIENT"
                        + " (MariaDB: BINLOG MONITOR) on *.*";
            case LOG_UNREADABLE ->
                "the log that is needed is gone or can't be read: copy the tables again (a new loop)";
            default -> "";
        };
    }

    private static String text(Throwable cause) {
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}

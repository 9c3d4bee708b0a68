package io.penstock.source.postgresql;

import io.penstock.source.SourceException;
import io.penstock.source.SourceException.Kind;
import java.sql.SQLException;
import org.postgresql.util.PSQLException;

/**
 * Turns the driver's errors into the house's: which can mend themselves, and what an operator can do about the others.
 * Only the server's primary message is passed on; its detail may hold row data. (PostgreSQL documentation, appendix A,
 * "PostgreSQL Error Codes".)
 */
final class SourceErrors {
    private SourceErrors() {}

    /** @param doing what was tried and where, such as {@code connect to postgresql://u@h:5432/d} */
    static SourceException of(String doing, SQLException cause) {
        String state = cause.getSQLState() == null ? "" : cause.getSQLState();
        String message =
                "can't " + doing + ": " + message(cause) + (state.isEmpty() ? "" : " (SQLSTATE " + state + ")");
        return new SourceException(kind(state), message, remedy(state), cause);
    }

    static String message(SQLException cause) {
        if (cause instanceof PSQLException server && server.getServerErrorMessage() != null) {
            return server.getServerErrorMessage().getMessage();
        }
        Throwable root = cause.getCause();
        return root == null || root.getMessage() == null
                ? cause.getMessage()
                : root.getClass().getSimpleName() + ": " + root.getMessage();
    }

    private static Kind kind(String state) {
        return switch (state) {
            case "55006", "55P03" -> Kind.RETRYABLE; // object in use, lock not available
            case "53400", "58P01" -> Kind.FINAL; // configuration limit, a WAL segment that is gone
            default ->
                switch (state.length() < 2 ? "" : state.substring(0, 2)) {
                    // not supported, data, authorisation, unknown database or schema, access rule, not in prerequisite
                    // state
                    case "0A", "22", "28", "3D", "3F", "42", "55" -> Kind.FINAL;
                    default -> Kind.RETRYABLE;
                };
        };
    }

    private static String remedy(String state) {
        return switch (state) {
            case "28P01" -> "check user and password in source.url";
            case "28000" -> "check user in source.url and the server's pg_hba.conf";
            case "3D000" -> "check the database in source.url";
            case "42501" -> "grant the right that the message names, or use a role that has it";
            case "53400" ->
                "raise the setting that the message names (max_replication_slots, max_wal_senders) and restart the server";
            case "58P01" -> "the log that is needed is gone: copy the tables again";
            default -> "";
        };
    }
}

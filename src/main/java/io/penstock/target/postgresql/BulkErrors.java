package io.penstock.target.postgresql;

import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import io.vertx.pgclient.PgException;
import java.sql.SQLException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Errors of the blocking driver, classified like those of the asynchronous one. */
final class BulkErrors {
    /** What the driver itself says of a connection that is lost or was never made. */
    private static final String CONNECTION = "08";

    private BulkErrors() {}

    static TargetException of(SQLException error, String where) {
        ServerErrorMessage server = error instanceof PSQLException failure ? failure.getServerErrorMessage() : null;
        if (server != null) {
            return PostgresErrors.of(server(server), where + place(server.getWhere()));
        }
        String code = error.getSQLState() == null ? "" : error.getSQLState();
        Kind kind = code.startsWith(CONNECTION) ? Kind.RETRYABLE : PostgresErrors.kind(code);
        return new TargetException(kind, code, where + ": " + error.getMessage(), "", error);
    }

    static TargetException ofGuard(SQLException error, String where) {
        ServerErrorMessage server = error instanceof PSQLException failure ? failure.getServerErrorMessage() : null;
        return server == null ? of(error, where) : PostgresErrors.ofGuard(server(server), where);
    }

    private static PgException server(ServerErrorMessage error) {
        return new PgException(
                error.getMessage(),
                error.getSeverity(),
                error.getSQLState(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                error.getSchema(),
                error.getTable(),
                error.getColumn(),
                error.getDatatype(),
                error.getConstraint());
    }

    /** Line and column of a COPY; what follows them there is the value, which is no news for a log. */
    private static String place(String context) {
        if (context == null || !context.startsWith("COPY ")) {
            return "";
        }
        int value = context.indexOf(": \"");
        int end = value >= 0 ? value : context.indexOf('\n');
        String place = end >= 0 ? context.substring(0, end) : context;
        return " (" + place.replace(": null input", "") + ")";
    }
}

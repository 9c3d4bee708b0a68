package io.penstock.target.postgresql;

import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import io.vertx.core.VertxException;
import io.vertx.pgclient.PgException;
import java.io.IOException;
import java.util.concurrent.TimeoutException;

/**
 * What an error of the server or of the connection means, by SQLSTATE (PostgreSQL documentation, appendix "PostgreSQL
 * Error Codes"). Detail lines hold values and are never used; nor are quoted parts of messages that can hold them.
 */
final class PostgresErrors {
    /** Begins the text by which a statement says that a row was not there. */
    static final String MISSING_ROWS = "penstock: rows missing: ";
    /** The code of what failed only because something before it did. */
    static final String POSITION = "position";
    /** The statement came behind one that had failed in the same transaction. */
    static final String ABORTED = "25P02";

    static final String UNIQUE_VIOLATION = "23505";

    private PostgresErrors() {}

    /** @param where what was being done, for people; without row data */
    static TargetException of(Throwable error, String where) {
        if (error instanceof TargetException known) {
            return known;
        }
        if (error instanceof PgException server) {
            return ofServer(server, where);
        }
        boolean connection =
                error instanceof IOException || error instanceof VertxException || error instanceof TimeoutException;
        return new TargetException(
                connection ? Kind.RETRYABLE : Kind.FINAL, "", where + ": " + error.getMessage(), "", error);
    }

    /** An error of the guard's own statement: the reign is over, or the lane stands elsewhere. */
    static TargetException ofGuard(Throwable error, String where) {
        TargetException plain = of(error, where);
        // Connection, locks and missing tables are what they are whoever meets them; only what it raises is its word.
        boolean raised = error instanceof PgException server
                && (plain.kind() == Kind.DATA || server.getSqlState().startsWith("P0"));
        if (!raised) {
            return plain;
        }
        return new TargetException(
                Kind.FENCED,
                plain.code(),
                where + ": another reign owns the loop, or the lane's position is not the expected one (" + plain.code()
                        + ")",
                "",
                error);
    }

    /** An error of a statement that inserts rows which ought to be new. */
    static TargetException ofInsert(Throwable error, String where) {
        TargetException plain = of(error, where);
        return plain.code().equals(UNIQUE_VIOLATION)
                ? new TargetException(Kind.ROW_EXISTS, plain.code(), plain.getMessage(), plain.remedy(), error)
                : plain;
    }

    /** What failed because {@code first} had failed before; nothing of it was written. */
    static TargetException followUp(TargetException first) {
        return new TargetException(
                Kind.FENCED, POSITION, "not applied, because an earlier transaction of the lane failed", "", first);
    }

    static boolean isFollowUp(TargetException error) {
        return error.code().equals(POSITION);
    }

    private static TargetException ofServer(PgException error, String where) {
        String code = error.getSqlState() == null ? "" : error.getSqlState();
        String text = error.getErrorMessage() == null ? "" : error.getErrorMessage();
        if (code.equals("22P02") && text.contains(MISSING_ROWS)) {
            return new TargetException(
                    Kind.DATA,
                    code,
                    where + ": the row to change is not on the target, and the source did not send all its values",
                    "copy the table again",
                    error);
        }
        StringBuilder message = new StringBuilder(where).append(": ").append(safe(code, text));
        message.append(" (SQLSTATE ").append(code);
        name(message, "table", error.getTable());
        name(message, "column", error.getColumn());
        name(message, "type", error.getDataType());
        name(message, "constraint", error.getConstraint());
        return new TargetException(kind(code), code, message.append(')').toString(), remedy(code), error);
    }

    private static void name(StringBuilder message, String what, String name) {
        if (name != null && !name.isEmpty()) {
            message.append(", ").append(what).append(' ').append(name);
        }
    }

    /** Messages of these classes quote values or, raised by a function, hold anything. */
    private static String safe(String code, String text) {
        if (code.startsWith("P0") || code.startsWith("38") || code.startsWith("39")) {
            return "a trigger or function of the target refused the row";
        }
        if (code.startsWith("22") || code.startsWith("54")) {
            int from = text.indexOf('"');
            int to = text.lastIndexOf('"');
            return from < 0 ? text : text.substring(0, from) + "…" + text.substring(to + 1);
        }
        return text;
    }

    static Kind kind(String code) {
        if (code.length() < 2) {
            return Kind.FINAL;
        }
        return switch (code) {
            // A statement that was cancelled or timed out, objects in use, a server that is a standby now, a session
            // that was ended for idling, a pooler that forgot a prepared statement.
            case "57014", "55P03", "55006", "25006", "25P03", "25P04", "26000" -> Kind.RETRYABLE;
            case "42804", "42846", "428C9" -> Kind.DATA;
            default ->
                switch (code.substring(0, 2)) {
                    case "08", "40", "53", "57", "58" -> Kind.RETRYABLE;
                    case "21", "22", "23", "27", "38", "39", "44", "54", "P0" -> Kind.DATA;
                    default -> Kind.FINAL;
                };
        };
    }

    private static String remedy(String code) {
        return switch (code) {
            case "42501" -> "grant the loop's role the right on the object";
            case "42P01", "42703" -> "create it on the target, or set createTables: true";
            case "28P01", "28000" -> "check user and password of the target's url and the server's pg_hba.conf";
            case "3D000" -> "create the database, or mend the target's url";
            case "25006" -> "point the target's url at the primary";
            case "53300" -> "raise max_connections, or lower fanShards";
            case "53100" -> "make room on the target's disk";
            case "22001", "22003", "22026" -> "widen the target's column";
            case "22P02", "22007", "22008", "42804", "42846" ->
                "give the target's column a type that takes the source's values, then resume the loop";
            default -> remedyOfClass(code.length() < 2 ? "" : code.substring(0, 2));
        };
    }

    private static String remedyOfClass(String codeClass) {
        return switch (codeClass) {
            case "23", "44" ->
                "change or drop the constraint on the target, or mend the target's rows that stand in its way, then"
                        + " resume the loop";
            case "P0", "38", "39" ->
                "mend the trigger or function on the target, or let the loop's role set session_replication_role, then"
                        + " resume the loop";
            default -> "";
        };
    }
}

package io.penstock.target.mysql;

import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import io.vertx.core.VertxException;
import io.vertx.mysqlclient.MySQLException;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an error of the server or of the connection means, by error number (MySQL "Server Error Message Reference",
 * MariaDB "MariaDB Error Codes"). What stands in quotes in a message may be a value, and is kept only where it is a
 * column's, table's or key's name.
 */
final class MysqlErrors {
    static final int DUPLICATE_KEY = 1062;
    /** What the statements of this room raise with: a subquery that returns more than one row. */
    static final int RAISED = 1242;
    /** The code of what failed only because something before it did. */
    static final String POSITION = "position";

    private static final int NO_SUCH_TABLE = 1146;
    private static final int BAD_FIELD = 1054;
    private static final Pattern WRAPPED =
            Pattern.compile("\\{errorMessage=(.*), errorCode=\\d+, sqlState=.*}", Pattern.DOTALL);
    private static final Pattern QUOTED = Pattern.compile("'(?:[^']|'')*'");
    private static final Pattern NAMED = Pattern.compile("(column|table|key|field|constraint) '([^']*)'");

    private MysqlErrors() {}

    /** @param where what was being done, for people; without row data */
    static TargetException of(Throwable error, String where) {
        if (error instanceof TargetException known) {
            return known;
        }
        if (error instanceof MySQLException server) {
            int code = server.getErrorCode();
            return new TargetException(
                    kind(code, server.getSqlState()),
                    Integer.toString(code),
                    where + ": " + safe(code, text(server)) + " (error " + code + ")",
                    remedy(code),
                    error);
        }
        boolean connection =
                error instanceof IOException || error instanceof VertxException || error instanceof TimeoutException;
        return new TargetException(
                connection ? Kind.RETRYABLE : Kind.FINAL, "", where + ": " + error.getMessage(), "", error);
    }

    static TargetException of(Throwable error, Place place) {
        TargetException plain = of(error, place.text());
        int code = error instanceof MySQLException server ? server.getErrorCode() : 0;
        if (place instanceof Place.Guard && code == RAISED) {
            return fenced(place.text(), error);
        }
        if (place instanceof Place.NewRows && code == DUPLICATE_KEY) {
            return new TargetException(Kind.ROW_EXISTS, plain.code(), plain.getMessage(), plain.remedy(), error);
        }
        if (code == RAISED) {
            return new TargetException(
                    Kind.DATA,
                    plain.code(),
                    place.text()
                            + ": the row to change is not on the target, and the source did not send all its values",
                    "copy the table again",
                    error);
        }
        return plain;
    }

    /** Of statements that raise only where an epoch or a position is not the expected one. */
    static TargetException fenced(String where, Throwable error) {
        return new TargetException(
                Kind.FENCED,
                Integer.toString(RAISED),
                "penstock fenced: " + where
                        + ": another reign owns the loop, or the lane's position is not the expected one",
                "",
                error);
    }

    /** What failed because {@code first} had failed before; nothing of it was written. */
    static TargetException followUp(TargetException first) {
        return new TargetException(
                Kind.FENCED, POSITION, "not applied, because an earlier transaction of the lane failed", "", first);
    }

    /** What the server said, without what the client library puts round it. */
    private static String text(MySQLException server) {
        String message = server.getMessage() == null ? "" : server.getMessage();
        Matcher wrapped = WRAPPED.matcher(message);
        return wrapped.matches() ? wrapped.group(1) : message;
    }

    /** Names are kept, values go. */
    private static String safe(int code, String message) {
        if (code == NO_SUCH_TABLE || code == BAD_FIELD || !holdsValues(code)) {
            return message;
        }
        String kept = NAMED.matcher(message).replaceAll("$1 \"$2\"");
        return QUOTED.matcher(kept).replaceAll("…");
    }

    /** Errors whose texts quote values, or anything that a trigger raises. */
    private static boolean holdsValues(int code) {
        return kind(code, "") == Kind.DATA;
    }

    static Kind kind(int code, String state) {
        return switch (code) {
            // Deadlock, lock timeout, query killed or out of time, server going down, too many connections, read-only,
            // no room, table definition changed, connection gone, statement of a session that was ended.
            case 1213,
                    1205,
                    1317,
                    1969,
                    3024,
                    1053,
                    1040,
                    1203,
                    1226,
                    1290,
                    1836,
                    1792,
                    1114,
                    1021,
                    1412,
                    1615,
                    1927,
                    1028,
                    1037,
                    1041,
                    1135,
                    2006,
                    2013,
                    4031,
                    1159,
                    1160,
                    1161,
                    1158,
                    1152,
                    3572,
                    1180,
                    1196 -> Kind.RETRYABLE;
            // Constraints, values that don't fit, values that can't be read.
            case 1062,
                    1022,
                    1586,
                    1048,
                    1216,
                    1217,
                    1451,
                    1452,
                    3819,
                    4025,
                    1264,
                    1265,
                    1292,
                    1366,
                    1406,
                    1411,
                    1416,
                    1690,
                    1367,
                    1364,
                    1644,
                    1242,
                    3140,
                    3141,
                    3143,
                    3156,
                    1441,
                    1525,
                    1118,
                    1071,
                    3105,
                    1906,
                    1301,
                    1153,
                    3037,
                    1267,
                    1300,
                    4078,
                    1171 -> Kind.DATA;
            default -> state != null && state.startsWith("08") ? Kind.RETRYABLE : Kind.FINAL;
        };
    }

    private static String remedy(int code) {
        return switch (code) {
            case 1044, 1142, 1143, 1227, 1370, 1410 -> "grant the loop's user the right on the object";
            case 1146, 1054, 1049 -> "create it on the target, or set createTables: true";
            case 1045, 1698 -> "check user and password of the target's url";
            case 1040, 1203, 1226 -> "raise max_connections or max_user_connections, or lower fanShards";
            case 1290, 1836, 1792 -> "point the target's url at the primary, or set read_only off";
            case 1021, 1114 -> "make room on the target's disk";
            case 1153 -> "raise max_allowed_packet on the target";
            case 1665 -> "set binlog_format to ROW or MIXED on the target";
            case 1406, 1264 -> "widen the target's column";
            case 1265, 1292, 1366, 1411, 3140 ->
                "give the target's column a type that takes the source's values, then resume the loop";
            case 1062, 1048, 1364, 3819, 4025, 1451, 1452 ->
                "change or drop the constraint on the target, or mend the target's rows that stand in its way, then"
                        + " resume the loop";
            case 1644 -> "mend the trigger on the target, then resume the loop";
            default -> "";
        };
    }
}

package io.penstock.source.mysql;

/**
 * Every kind of event that a server may write, and what becomes of it. Whatever is not here stops the loop. (MySQL
 * source, {@code binlog_event.h}; MariaDB source, {@code log_event.h}.)
 */
enum EventKind {
    QUERY(2, Fate.APPLIED),
    STOP(3, Fate.IGNORED),
    ROTATE(4, Fate.APPLIED),
    INTVAR(5, Fate.STATEMENT),
    RAND(13, Fate.STATEMENT),
    USER_VAR(14, Fate.STATEMENT),
    FORMAT_DESCRIPTION(15, Fate.IGNORED),
    XID(16, Fate.APPLIED),
    BEGIN_LOAD_QUERY(17, Fate.REFUSED),
    EXECUTE_LOAD_QUERY(18, Fate.REFUSED),
    TABLE_MAP(19, Fate.APPLIED),
    WRITE_ROWS_V1(23, Fate.APPLIED),
    UPDATE_ROWS_V1(24, Fate.APPLIED),
    DELETE_ROWS_V1(25, Fate.APPLIED),
    INCIDENT(26, Fate.REFUSED),
    HEARTBEAT(27, Fate.HEARTBEAT),
    /** Its writer said that who does not know it may pass it over. */
    IGNORABLE(28, Fate.IGNORED),
    /** The statement that the rows behind it come from, for people. */
    ROWS_QUERY(29, Fate.IGNORED),
    WRITE_ROWS(30, Fate.APPLIED),
    UPDATE_ROWS(31, Fate.APPLIED),
    DELETE_ROWS(32, Fate.APPLIED),
    GTID(33, Fate.APPLIED),
    ANONYMOUS_GTID(34, Fate.APPLIED),
    PREVIOUS_GTIDS(35, Fate.IGNORED),
    /** Group replication: what its members agree by. */
    TRANSACTION_CONTEXT(36, Fate.IGNORED),
    VIEW_CHANGE(37, Fate.IGNORED),
    XA_PREPARE(38, Fate.REFUSED),
    PARTIAL_UPDATE_ROWS(39, Fate.REFUSED),
    TRANSACTION_PAYLOAD(40, Fate.REFUSED),
    HEARTBEAT_V2(41, Fate.HEARTBEAT),
    GTID_TAGGED(42, Fate.REFUSED),
    ANNOTATE_ROWS(160, Fate.IGNORED),
    BINLOG_CHECKPOINT(161, Fate.IGNORED),
    MARIADB_GTID(162, Fate.APPLIED),
    MARIADB_GTID_LIST(163, Fate.IGNORED),
    START_ENCRYPTION(164, Fate.IGNORED),
    QUERY_COMPRESSED(165, Fate.APPLIED),
    WRITE_ROWS_COMPRESSED_V1(166, Fate.APPLIED),
    UPDATE_ROWS_COMPRESSED_V1(167, Fate.APPLIED),
    DELETE_ROWS_COMPRESSED_V1(168, Fate.APPLIED),
    WRITE_ROWS_COMPRESSED(169, Fate.APPLIED),
    UPDATE_ROWS_COMPRESSED(170, Fate.APPLIED),
    DELETE_ROWS_COMPRESSED(171, Fate.APPLIED);

    /** What is done about an event. */
    enum Fate {
        APPLIED,
        IGNORED,
        HEARTBEAT,
        /** Stands before a statement in statement format; that one decides. */
        STATEMENT,
        REFUSED
    }

    private static final EventKind[] BY_CODE = new EventKind[256];

    static {
        for (EventKind kind : values()) {
            BY_CODE[kind.code] = kind;
        }
    }

    private final int code;
    private final Fate fate;

    EventKind(int code, Fate fate) {
        this.code = code;
        this.fate = fate;
    }

    int code() {
        return code;
    }

    Fate fate() {
        return fate;
    }

    boolean isCompressed() {
        return code >= QUERY_COMPRESSED.code && code <= DELETE_ROWS_COMPRESSED.code;
    }

    boolean isWrite() {
        return switch (this) {
            case WRITE_ROWS_V1, WRITE_ROWS, WRITE_ROWS_COMPRESSED_V1, WRITE_ROWS_COMPRESSED -> true;
            default -> false;
        };
    }

    boolean isUpdate() {
        return switch (this) {
            case UPDATE_ROWS_V1, UPDATE_ROWS, UPDATE_ROWS_COMPRESSED_V1, UPDATE_ROWS_COMPRESSED -> true;
            default -> false;
        };
    }

    /** Of events with rows: whether further data stands between their head and the columns. */
    boolean isVersion2() {
        return switch (this) {
            case WRITE_ROWS,
                    UPDATE_ROWS,
                    DELETE_ROWS,
                    WRITE_ROWS_COMPRESSED,
                    UPDATE_ROWS_COMPRESSED,
                    DELETE_ROWS_COMPRESSED -> true;
            default -> false;
        };
    }

    /** Null for a code that is on no list. */
    static EventKind of(int code) {
        return BY_CODE[code];
    }
}

package io.penstock.source.mysql;

/** Codes of column types in events. (MySQL source, {@code field_types.h}.) */
final class ColumnType {
    static final int TINY = 1;
    static final int SHORT = 2;
    static final int LONG = 3;
    static final int FLOAT = 4;
    static final int DOUBLE = 5;
    static final int LONGLONG = 8;
    static final int INT24 = 9;
    static final int DATE = 10;
    static final int YEAR = 13;
    static final int NEWDATE = 14;
    static final int VARCHAR = 15;
    static final int BIT = 16;
    static final int TIMESTAMP2 = 17;
    static final int DATETIME2 = 18;
    static final int TIME2 = 19;
    static final int BLOB_COMPRESSED = 140;
    static final int VARCHAR_COMPRESSED = 141;
    static final int JSON = 245;
    static final int NEWDECIMAL = 246;
    static final int ENUM = 247;
    static final int SET = 248;
    static final int BLOB = 252;
    static final int VAR_STRING = 253;
    static final int STRING = 254;
    static final int GEOMETRY = 255;

    private ColumnType() {}

    static boolean isNumeric(int code) {
        return switch (code) {
            case TINY, SHORT, INT24, LONG, LONGLONG, FLOAT, DOUBLE, NEWDECIMAL, YEAR -> true;
            default -> false;
        };
    }

    /** Whether events tell a character set of it. */
    static boolean isCharacter(int code) {
        return switch (code) {
            case STRING, VAR_STRING, VARCHAR, BLOB, BLOB_COMPRESSED, VARCHAR_COMPRESSED -> true;
            default -> false;
        };
    }

    static boolean isLabelled(int code) {
        return code == ENUM || code == SET;
    }
}

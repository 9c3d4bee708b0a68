package io.penstock.source.mysql;

import java.nio.charset.CharacterCodingException;

/**
 * A statement in the log.
 *
 * @param database that was the session's default
 * @param ansiQuotes whether double quotes stand around names
 */
record QueryEvent(String database, String sql, boolean ansiQuotes) {
    private static final int FLAGS = 0;
    private static final int SQL_MODE = 1;
    private static final int CATALOG = 2;
    private static final int AUTO_INCREMENT = 3;
    private static final int CHARSET = 4;
    private static final int TIME_ZONE = 5;
    private static final int CATALOG_WITHOUT_END = 6;
    private static final long ANSI_QUOTES = 4;

    /** Reads a QUERY event. (MySQL source, {@code statement_events.h}, "Query_event".) */
    static QueryEvent decode(EventBytes in, boolean compressed, Charsets charsets) {
        in.skip(8); // thread and duration
        int databaseLength = in.uint8();
        in.skip(2); // error code
        int statusLength = in.uint16();
        int statusFrom = in.skip(statusLength);
        EventBytes status = new EventBytes(in.bytes(), statusFrom, statusFrom + statusLength);
        String database = in.utf8(databaseLength);
        in.skip(1);
        byte[] sql = compressed ? Uncompressed.rest(in) : in.copy(in.remaining());
        return of(status, database, sql, charsets);
    }

    /** The variables come in the order of their codes; those behind the ones that matter here are not looked at. */
    private static QueryEvent of(EventBytes status, String database, byte[] sql, Charsets charsets) {
        long mode = 0;
        int collation = 0;
        boolean more = true;
        while (more && !status.atEnd()) {
            switch (status.uint8()) {
                case FLAGS, AUTO_INCREMENT -> status.skip(4);
                case SQL_MODE -> mode = status.int64();
                case CATALOG -> status.skip(status.uint8() + 1);
                case CHARSET -> {
                    collation = status.uint16();
                    status.skip(4);
                }
                case TIME_ZONE, CATALOG_WITHOUT_END -> status.skip(status.uint8());
                default -> more = false;
            }
        }
        return new QueryEvent(database, text(sql, collation, charsets), (mode & ANSI_QUOTES) != 0);
    }

    private static String text(byte[] sql, int collation, Charsets charsets) {
        try {
            TextDecoder decoder = collation == 0
                    ? new TextDecoder.Verbatim()
                    : charsets.decoder(collation, "the session that wrote a statement");
            return decoder.string(sql, 0, sql.length);
        } catch (CharacterCodingException e) {
            // Some literal is binary; names are what matters here.
            return new String(sql, java.nio.charset.StandardCharsets.UTF_8);
        }
    }
}

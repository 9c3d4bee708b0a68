package io.penstock.source.mysql;

import io.vertx.sqlclient.Row;
import java.util.HashMap;
import java.util.Map;

/** Asks a server for its character sets. */
final class ServerCharsets {
    private ServerCharsets() {}

    /** @param session is asked later too, for sets that columns turn out to use */
    static Charsets read(Session session) {
        Map<String, Integer> widths = new HashMap<>();
        for (Row row : session.rows("SELECT CHARACTER_SET_NAME, MAXLEN FROM information_schema.CHARACTER_SETS")) {
            widths.put(Session.text(row, 0), Integer.parseInt(Session.text(row, 1)));
        }
        Map<Integer, Charsets.Named> byCollation = new HashMap<>();
        boolean applicable = !session.rows("SELECT 1 FROM information_schema.COLUMNS WHERE TABLE_SCHEMA ="
                        + " 'information_schema' AND TABLE_NAME = 'COLLATION_CHARACTER_SET_APPLICABILITY'"
                        + " AND COLUMN_NAME = 'ID'")
                .isEmpty();
        String view = applicable ? "COLLATION_CHARACTER_SET_APPLICABILITY" : "COLLATIONS";
        for (Row row : session.rows("SELECT ID, CHARACTER_SET_NAME FROM information_schema." + view)) {
            String name = Session.text(row, 1);
            if (Session.text(row, 0) != null && widths.containsKey(name)) {
                byCollation.put(Integer.parseInt(Session.text(row, 0)), new Charsets.Named(name, widths.get(name)));
            }
        }
        return new Charsets(byCollation, charset -> Charsets.table(session.value(Charsets.tableSql(charset))));
    }
}

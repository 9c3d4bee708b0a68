package io.penstock.source.postgresql;

import io.penstock.model.TableDefinition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Asks the server where keys lie among bounds: only it knows the order of their types and collations. */
final class KeyPlaces {
    private final KeyText key;

    KeyPlaces(TableDefinition table) {
        this.key = new KeyText(table);
    }

    int[] read(Connection connection, List<List<String>> bounds, List<List<String>> keys) throws SQLException {
        int[] places = new int[keys.size()];
        try (PreparedStatement statement = connection.prepareStatement(question())) {
            for (int i = 0; i < key.size(); i++) {
                statement.setArray(i + 1, connection.createArrayOf("text", values(bounds, i)));
                statement.setArray(key.size() + i + 1, connection.createArrayOf("text", values(keys, i)));
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    places[rows.getInt(1) - 1] = rows.getInt(2);
                }
            }
        }
        return places;
    }

    private static String[] values(List<List<String>> keys, int place) {
        return keys.stream().map(k -> k.get(place)).toArray(String[]::new);
    }

    /** Parameters: the bounds' arrays, then the keys'. */
    private String question() {
        String arrays = String.join(", ", Collections.nCopies(key.size(), "?::text[]"));
        return "WITH b AS (SELECT * FROM unnest(" + arrays + ") AS b("
                + String.join(", ", key.numbered("b")) + "))"
                + " SELECT k.n, (SELECT count(*) FROM b WHERE " + row("b") + " < " + row("k") + ")"
                + " FROM unnest(" + arrays + ") WITH ORDINALITY AS k(" + String.join(", ", key.numbered("k")) + ", n)";
    }

    private String row(String name) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < key.size(); i++) {
            values.add(key.cast(i, name + "." + name + i));
        }
        return "(" + String.join(", ", values) + ")";
    }
}

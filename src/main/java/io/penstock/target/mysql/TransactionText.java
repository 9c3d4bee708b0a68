package io.penstock.target.mysql;

import io.penstock.model.TableName;
import io.penstock.target.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The statements of a step of a transaction as few texts. The server carries a text out up to the first statement that
 * fails, so each text may be sent only when the one before it has succeeded. Marks between the statements tell
 * afterwards which of them it was.
 */
final class TransactionText {
    /** The session's variable that holds the number of the place under way. */
    static final String MARK = "@penstock_at";

    private static final int MOST_CHARS = 2 << 20;

    private final int chars;
    private final List<Part> parts = new ArrayList<>();
    private final List<Place> places = new ArrayList<>();
    private StringBuilder text = new StringBuilder();
    private List<Count> counts = new ArrayList<>();
    private int statements;
    private Place place;

    /** @param maxPacketBytes the server's max_allowed_packet */
    TransactionText(long maxPacketBytes) {
        // A statement may come behind a text that is nearly full, and a character may take four bytes.
        this.chars = (int) Math.min(MOST_CHARS, maxPacketBytes / 8);
    }

    /** A statement of many rows takes no further one when it is as long as this. */
    int statementChars() {
        return chars / 2;
    }

    /** @param counts of statements of the text whose row counts are to be looked at */
    record Part(String text, List<Count> counts) {}

    /** @param statement its number in the text, from 0; rows short of {@code expected} are a conflict */
    record Count(int statement, TableName table, long expected) {}

    List<Part> parts() {
        end();
        return parts;
    }

    /** The place with this number. */
    Place place(int number) {
        return places.get(Math.max(0, Math.min(number, places.size() - 1)));
    }

    /** What follows is for this place. */
    TransactionText at(Place next) {
        if (next != place) {
            place = next;
            places.add(next);
            mark();
        }
        return this;
    }

    private void mark() {
        add("SET " + MARK + " = " + (places.size() - 1));
    }

    TransactionText add(String statement) {
        begin().append(statement);
        ended();
        return this;
    }

    /** @param guard may be several statements in one text */
    TransactionText guard(Statement guard) {
        at(Place.Guard.STATEMENT);
        begin().append(Texts.of(guard));
        statements += (int) guard.sql().chars().filter(c -> c == ';').count();
        ended();
        return this;
    }

    /** Where the next statement is to be written; {@link #ended} follows. */
    StringBuilder begin() {
        if (text.length() > chars) {
            end();
            mark();
        }
        if (statements > 0) {
            text.append("; ");
        }
        return text;
    }

    /** As {@link #begin}, for a statement that asks for the row count of the one before it. */
    StringBuilder follow() {
        return text.append("; ");
    }

    void ended() {
        statements++;
    }

    /** The statement that was ended last ought to find so many rows. */
    void expecting(TableName table, long rows) {
        if (rows > 0) {
            counts.add(new Count(statements - 1, table, rows));
        }
    }

    private void end() {
        if (statements > 0) {
            parts.add(new Part(text.toString(), counts));
            text = new StringBuilder();
            counts = new ArrayList<>();
            statements = 0;
        }
    }
}

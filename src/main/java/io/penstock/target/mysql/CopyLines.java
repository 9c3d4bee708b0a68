package io.penstock.target.mysql;

import io.penstock.model.Tuple;
import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;

/**
 * Takes PostgreSQL's COPY text format (PostgreSQL documentation, COPY, "Text Format") in blocks that end at any byte, and
 * gives rows.
 */
final class CopyLines {
    private static final int NOTHING = -1;

    private final int columns;
    private final Consumer<Tuple> rows;
    private final ByteArrayOutputStream value = new ByteArrayOutputStream();
    private int[] bounds;
    private int column;
    private int start;
    private boolean escaped;
    private boolean isNull;
    private int octal = NOTHING;
    private int octalDigits;
    private boolean begun;

    CopyLines(int columns, Consumer<Tuple> rows) {
        this.columns = columns;
        this.rows = rows;
        this.bounds = new int[2 * columns];
    }

    void accept(byte[] block) {
        for (byte b : block) {
            accept(b);
        }
    }

    /** @throws IllegalArgumentException when the last line has no end */
    void end() {
        if (begun) {
            throw new IllegalArgumentException("the copy ends inside a line");
        }
    }

    private void accept(byte b) {
        begun = true;
        if (octal != NOTHING && octalDigits < 3 && b >= '0' && b <= '7') {
            octal = octal * 8 + b - '0';
            octalDigits++;
            return;
        }
        if (octal != NOTHING) {
            value.write(octal);
            octal = NOTHING;
        }
        if (escaped) {
            escaped = false;
            unescape(b);
        } else if (b == '\\') {
            escaped = true;
        } else if (b == '\t') {
            endValue();
        } else if (b == '\n') {
            endRow();
        } else {
            value.write(b);
        }
    }

    private void unescape(byte b) {
        switch (b) {
            case 'N' -> isNull = true;
            case 'b' -> value.write('\b');
            case 'f' -> value.write('\f');
            case 'n' -> value.write('\n');
            case 'r' -> value.write('\r');
            case 't' -> value.write('\t');
            case 'v' -> value.write(0x0B);
            case '0', '1', '2', '3', '4', '5', '6', '7' -> {
                octal = b - '0';
                octalDigits = 1;
            }
            default -> value.write(b);
        }
    }

    private void endValue() {
        if (column >= columns) {
            throw new IllegalArgumentException("a line of the copy has more than " + columns + " values");
        }
        bounds[2 * column] = start;
        bounds[2 * column + 1] = isNull ? Tuple.NULL : value.size() - start;
        start = value.size();
        column++;
        isNull = false;
    }

    private void endRow() {
        if (columns > 0) {
            endValue();
        }
        if (column != columns) {
            throw new IllegalArgumentException("a line of the copy has " + column + " values, not " + columns);
        }
        rows.accept(new Tuple(value.toByteArray(), bounds));
        value.reset();
        bounds = new int[2 * columns];
        column = 0;
        start = 0;
        begun = false;
    }
}

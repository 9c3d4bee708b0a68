package io.penstock.source.mysql;

import io.penstock.model.Tuple;

/** Reads the images of row events. One thread; a decoder is used again for every event. */
final class RowsDecoder {
    private final ValueDecoder values;
    private final RowText text = new RowText();

    RowsDecoder(ValueDecoder values) {
        this.values = values;
    }

    /** Reads a bitmap of the columns that an image has. */
    static boolean[] present(EventBytes in, int columns) {
        int at = in.skip((columns + 7) / 8);
        boolean[] present = new boolean[columns];
        for (int i = 0; i < columns; i++) {
            present[i] = (in.bytes()[at + i / 8] >> i % 8 & 1) != 0;
        }
        return present;
    }

    /** Reads one image; what it does not have is absent. */
    Tuple image(TableMap table, boolean[] present, EventBytes in) {
        int count = table.columns().size();
        int sent = 0;
        for (boolean one : present) {
            sent += one ? 1 : 0;
        }
        int nulls = in.skip((sent + 7) / 8);
        text.begin(count);
        int place = 0;
        for (int i = 0; i < count; i++) {
            if (!present[i]) {
                continue;
            }
            if ((in.bytes()[nulls + place / 8] >> place % 8 & 1) != 0) {
                text.nothing(i);
            } else {
                text.open(i);
                values.decode(table.columns().get(i), in, text);
                text.close();
            }
            place++;
        }
        return text.tuple();
    }
}

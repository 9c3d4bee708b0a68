package io.penstock.source.mysql;

/** Reads MySQL's binary JSON. */
interface JsonText {
    /** Writes the document's text, as the server would print it. */
    void write(byte[] bytes, int from, int length, RowText out);
}

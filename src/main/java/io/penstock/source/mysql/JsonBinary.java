package io.penstock.source.mysql;

import io.penstock.source.SourceException;

/** MySQL's binary JSON. */
final class JsonBinary implements JsonText {
    @Override
    public void write(byte[] bytes, int from, int length, RowText out) {
        throw SourceException.fatal("binary JSON can't be read yet", "exclude the table");
    }
}

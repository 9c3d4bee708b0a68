package io.penstock.source.mysql;

import io.penstock.source.SourceException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The server's character sets. Those of one byte a character are taken from the server's own conversion, because no
 * platform has exactly the same (MySQL's latin1 is neither ISO 8859-1 nor Windows 1252); longer ones are the platform's.
 */
final class Charsets {
    static final int BINARY = 63;

    private static final TextDecoder UTF8 = new TextDecoder.Verbatim();
    private static final Map<String, String> PLATFORM = Map.ofEntries(
            Map.entry("big5", "Big5"),
            Map.entry("cp932", "windows-31j"),
            Map.entry("eucjpms", "x-eucJP-Open"),
            Map.entry("euckr", "x-windows-949"),
            Map.entry("gb18030", "GB18030"),
            Map.entry("gb2312", "GB2312"),
            Map.entry("gbk", "GBK"),
            Map.entry("sjis", "Shift_JIS"),
            Map.entry("ucs2", "UTF-16BE"),
            Map.entry("ujis", "EUC-JP"),
            Map.entry("utf16", "UTF-16BE"),
            Map.entry("utf16le", "UTF-16LE"),
            Map.entry("utf32", "UTF-32BE"));

    /** @param maxBytes of one character */
    record Named(String name, int maxBytes) {}

    private final Map<Integer, Named> byCollation;
    private final Function<String, byte[][]> oneByteTable;
    private final Map<String, TextDecoder> decoders = new HashMap<>();

    /**
     * @param byCollation the character set of each of the server's collations
     * @param oneByteTable asks the server for the UTF-8 of each byte of a set
     */
    Charsets(Map<Integer, Named> byCollation, Function<String, byte[][]> oneByteTable) {
        this.byCollation = Map.copyOf(byCollation);
        this.oneByteTable = oneByteTable;
    }

    /** @param what names the column in an error */
    Named named(int collation, String what) {
        Named named = byCollation.get(collation);
        if (named == null) {
            throw SourceException.fatal(
                    what + " has the collation " + collation + ", which the server does not list",
                    "convert it to utf8mb4 (ALTER TABLE … CONVERT TO CHARACTER SET utf8mb4) and copy the table again");
        }
        return named;
    }

    TextDecoder decoder(int collation, String what) {
        Named named = named(collation, what);
        return decoders.computeIfAbsent(named.name(), name -> make(named, what));
    }

    private TextDecoder make(Named named, String what) {
        String name = named.name();
        if (name.startsWith("utf8") || name.equals("ascii") || name.equals("binary")) {
            return UTF8;
        }
        if (named.maxBytes() == 1) {
            return new TextDecoder.OneByte(oneByteTable.apply(name));
        }
        String platform = PLATFORM.get(name);
        if (platform == null || !Charset.isSupported(platform)) {
            throw SourceException.fatal(
                    what + " is in the character set " + name + ", which Penstock can't read",
                    "convert it to utf8mb4 (ALTER TABLE … CONVERT TO CHARACTER SET utf8mb4) and copy the table again");
        }
        return new TextDecoder.Platform(Charset.forName(platform));
    }

    /** The SQL that asks for a whole set: 256 texts in hexadecimal, apart by commas, empty where the byte is none. */
    static String tableSql(String charset) {
        StringBuilder sql = new StringBuilder("SELECT CONCAT_WS(','");
        for (int i = 0; i < 256; i++) {
            // What the server can't convert it makes a question mark.
            String converted = "CONVERT(CONVERT(X'%02X' USING %s) USING utf8mb4)".formatted(i, charset);
            sql.append(i == '?' ? ",'3F'" : ",IF(" + converted + "='?','',HEX(" + converted + "))");
        }
        return sql.append(')').toString();
    }

    /** Reads the answer to {@link #tableSql}. */
    static byte[][] table(String answer) {
        String[] parts = answer.split(",", -1);
        byte[][] table = new byte[256][];
        for (int i = 0; i < table.length; i++) {
            table[i] = parts[i].isEmpty() ? null : java.util.HexFormat.of().parseHex(parts[i]);
        }
        return table;
    }

    /** For text that was refused: what it looks like. */
    static String sample(byte[] from, int offset, int length) {
        int shown = Math.min(length, 32);
        return new String(from, offset, shown, StandardCharsets.ISO_8859_1)
                        .codePoints()
                        .allMatch(c -> c > 31 && c < 127)
                ? new String(from, offset, shown, StandardCharsets.US_ASCII)
                : "0x" + java.util.HexFormat.of().formatHex(from, offset, offset + shown);
    }
}

package io.penstock.source.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bytes as servers write them, against the text they stand for. */
class ValueTextTest {
    @ParameterizedTest
    @CsvSource({
        "1, 0, false, ff, -1",
        "1, 0, true, ff, 255",
        "2, 0, false, 0080, -32768",
        "2, 0, true, 0080, 32768",
        "9, 0, false, ffffff, -1",
        "9, 0, true, ffffff, 16777215",
        "3, 0, true, ffffffff, 4294967295",
        "3, 0, false, 00000080, -2147483648",
        "8, 0, true, ffffffffffffffff, 18446744073709551615",
        "8, 0, false, 0000000000000080, -9223372036854775808",
        "4, 4, false, cdcccc3d, 0.1",
        "5, 8, false, 9a9999999999b93f, 0.1",
        "5, 8, false, 0000000000000080, -0",
        "13, 0, false, 00, 0000",
        "13, 0, false, ff, 2155",
        "10, 0, false, 000000, 0000-00-00",
        "10, 0, false, 5dd00f, 2024-02-29",
        "16, 257, false, 0155, 101010101",
        "248, 1, false, 05, 'a,ö'",
        "247, 1, false, 02, b",
        "247, 1, false, 00, ''"
    })
    void valuesOfAllKinds(int code, int meta, boolean unsigned, String bytes, String text) {
        assertEquals(text, decoded(code, meta, unsigned, "x", bytes));
    }

    /** DECIMAL(14,4) of the documentation of decimal2bin: 1234567890.1234. */
    @ParameterizedTest
    @CsvSource({
        "14, 4, 810dfb38d204d2, 1234567890.1234",
        "14, 4, 7ef204c72dfb2d, -1234567890.1234",
        "10, 0, 8000000000, 0",
        "3, 3, 8001, 0.001",
        "5, 2, 800005, 0.05"
    })
    void decimalsAreExact(int precision, int scale, String bytes, String text) {
        assertEquals(text, decoded(ColumnType.NEWDECIMAL, precision | scale << 8, false, "decimal", bytes));
    }

    @ParameterizedTest
    @CsvSource({
        "19, 0, 800000, 00:00:00",
        "19, 0, 7fffff, -00:00:01",
        "19, 6, b46efb0f423f, 838:59:59.999999",
        "19, 2, 7fffffff, -00:00:00.01",
        "18, 0, 8000000000, 0000-00-00 00:00:00",
        "17, 0, 00000000, 0000-00-00 00:00:00+00",
        "17, 6, 0000000107a120, 1970-01-01 00:00:01.500000+00"
    })
    void timesHaveNoZoneOfTheirOwn(int code, int digits, String bytes, String text) {
        assertEquals(text, decoded(code, digits, false, "time", bytes));
    }

    @ParameterizedTest
    @CsvSource({
        "inet6, 20010db8000000000000000000000001, 2001:db8::1",
        "inet6, 00000000000000000000ffff01020304, ::ffff:1.2.3.4",
        "inet6, '', ::",
        "inet4, 7f000001, 127.0.0.1"
    })
    void addressesAreAsTheServerPrintsThem(String type, String bytes, String text) {
        assertEquals(text, decoded(ColumnType.STRING, 16, false, type, withLength(bytes)));
    }

    @ParameterizedTest
    @CsvSource({"ab, 4, \\xab000000", "'', 2, \\x0000", "0102, 2, \\x0102"})
    void binaryStringsAreAsLongAsTheirType(String bytes, int length, String text) {
        assertEquals(text, decoded(ColumnType.STRING, length, false, "binary", withLength(bytes)));
    }

    private static String withLength(String bytes) {
        return "%02x".formatted(bytes.length() / 2) + bytes;
    }

    private static String decoded(int code, int meta, boolean unsigned, String type, String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        EventColumn column = new EventColumn("c", code, meta, unsigned, true, 0, null, List.of("a", "b", "ö"), type);
        RowText out = new RowText();
        out.begin(1);
        out.open(0);
        EventBytes in = new EventBytes(bytes, 0, bytes.length);
        new ValueDecoder(new JsonBinary()).decode(column, in, out);
        out.close();
        assertEquals(0, in.remaining(), "bytes left");
        return out.tuple().text(0);
    }
}

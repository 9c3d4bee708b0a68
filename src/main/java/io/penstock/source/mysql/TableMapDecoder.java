package io.penstock.source.mysql;

import io.penstock.source.SourceException;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads TABLE_MAP events with full metadata. (MySQL source, {@code rows_event.h}, "Table_map_event", with the layout of
 * its optional metadata.)
 */
final class TableMapDecoder {
    private static final int SIGNEDNESS = 1;
    private static final int DEFAULT_CHARSET = 2;
    private static final int COLUMN_CHARSET = 3;
    private static final int COLUMN_NAME = 4;
    private static final int SET_LABELS = 5;
    private static final int ENUM_LABELS = 6;
    private static final int GEOMETRY_TYPE = 7;
    private static final int SIMPLE_PRIMARY_KEY = 8;
    private static final int PRIMARY_KEY_WITH_PREFIX = 9;
    private static final int LABELS_DEFAULT_CHARSET = 10;
    private static final int LABELS_COLUMN_CHARSET = 11;

    private final Charsets charsets;

    TableMapDecoder(Charsets charsets) {
        this.charsets = charsets;
    }

    /** Everything behind the table's number and flags. */
    TableMap decode(EventBytes in) {
        Draft draft = new Draft(in.name(), in.name(), in.packed());
        for (int i = 0; i < draft.count; i++) {
            draft.codes[i] = in.uint8();
        }
        int metaEnd = in.packed() + in.position();
        for (int i = 0; i < draft.count; i++) {
            meta(draft, i, in);
        }
        in.skip(metaEnd - in.position());
        int nullable = in.skip((draft.count + 7) / 8);
        for (int i = 0; i < draft.count; i++) {
            draft.nullable[i] = (in.bytes()[nullable + i / 8] >> i % 8 & 1) != 0;
        }
        while (!in.atEnd()) {
            int kind = in.uint8();
            int length = in.packed();
            int from = in.skip(length);
            optional(draft, kind, new EventBytes(in.bytes(), from, from + length));
        }
        return finished(draft);
    }

    /** What is known of a table while its event is read. */
    private static final class Draft {
        final String database;
        final String table;
        final int count;
        final int[] codes;
        final int[] metas;
        final boolean[] nullable;
        final boolean[] unsigned;
        final int[] collations;
        final int[] geometries;
        final List<List<byte[]>> labels = new ArrayList<>();
        final List<Integer> key = new ArrayList<>();
        List<String> names = List.of();

        Draft(String database, String table, int count) {
            this.database = database;
            this.table = table;
            this.count = count;
            codes = new int[count];
            metas = new int[count];
            nullable = new boolean[count];
            unsigned = new boolean[count];
            collations = new int[count];
            geometries = new int[count];
            for (int i = 0; i < count; i++) {
                labels.add(List.of());
            }
        }
    }

    private static void meta(Draft draft, int i, EventBytes in) {
        switch (draft.codes[i]) {
            case ColumnType.FLOAT,
                    ColumnType.DOUBLE,
                    ColumnType.BLOB,
                    ColumnType.BLOB_COMPRESSED,
                    ColumnType.JSON,
                    ColumnType.GEOMETRY,
                    ColumnType.TIMESTAMP2,
                    ColumnType.DATETIME2,
                    ColumnType.TIME2 -> draft.metas[i] = in.uint8();
            case ColumnType.VARCHAR, ColumnType.VARCHAR_COMPRESSED, ColumnType.BIT, ColumnType.NEWDECIMAL ->
                draft.metas[i] = in.uint16();
            case ColumnType.STRING, ColumnType.VAR_STRING, ColumnType.ENUM, ColumnType.SET -> string(draft, i, in);
            default -> {
                // The others have none; one that is not known is refused when the columns are made.
            }
        }
    }

    /** The real type in the first byte, unless two bits of the length are hidden there. */
    private static void string(Draft draft, int i, EventBytes in) {
        int type = in.uint8();
        int length = in.uint8();
        if ((type & 0x30) == 0x30) {
            draft.codes[i] = type;
            draft.metas[i] = length;
        } else {
            draft.codes[i] = type | 0x30;
            draft.metas[i] = length | ((type & 0x30) ^ 0x30) << 4;
        }
    }

    private void optional(Draft draft, int kind, EventBytes in) {
        switch (kind) {
            case SIGNEDNESS -> signedness(draft, in);
            case DEFAULT_CHARSET -> defaultCharset(draft, in, false);
            case LABELS_DEFAULT_CHARSET -> defaultCharset(draft, in, true);
            case COLUMN_CHARSET -> columnCharsets(draft, in, false);
            case LABELS_COLUMN_CHARSET -> columnCharsets(draft, in, true);
            case COLUMN_NAME -> {
                draft.names = new ArrayList<>();
                while (!in.atEnd()) {
                    draft.names.add(in.utf8(in.packed()));
                }
            }
            case SET_LABELS -> labels(draft, in, ColumnType.SET);
            case ENUM_LABELS -> labels(draft, in, ColumnType.ENUM);
            case GEOMETRY_TYPE -> {
                for (int i = 0; i < draft.count; i++) {
                    if (draft.codes[i] == ColumnType.GEOMETRY) {
                        draft.geometries[i] = in.packed();
                    }
                }
            }
            case SIMPLE_PRIMARY_KEY, PRIMARY_KEY_WITH_PREFIX -> {
                while (!in.atEnd()) {
                    draft.key.add(in.packed());
                    if (kind == PRIMARY_KEY_WITH_PREFIX) {
                        in.packed();
                    }
                }
            }
            default -> {
                // Visibility, dimensions of vectors: nothing that values are read by.
            }
        }
    }

    private static void signedness(Draft draft, EventBytes in) {
        int bit = 0;
        int octet = 0;
        for (int i = 0; i < draft.count; i++) {
            if (ColumnType.isNumeric(draft.codes[i])) {
                octet = bit % 8 == 0 ? in.uint8() : octet;
                draft.unsigned[i] = (octet >> (7 - bit % 8) & 1) != 0;
                bit++;
            }
        }
    }

    private static boolean concerns(int code, boolean labelled) {
        return labelled ? ColumnType.isLabelled(code) : ColumnType.isCharacter(code);
    }

    /** One for all, then those that differ, by their place among the columns that have one. */
    private static void defaultCharset(Draft draft, EventBytes in, boolean labelled) {
        int usual = in.packed();
        int place = 0;
        int next = in.atEnd() ? -1 : in.packed();
        for (int i = 0; i < draft.count; i++) {
            if (concerns(draft.codes[i], labelled)) {
                if (place++ == next) {
                    draft.collations[i] = in.packed();
                    next = in.atEnd() ? -1 : in.packed();
                } else {
                    draft.collations[i] = usual;
                }
            }
        }
    }

    private static void columnCharsets(Draft draft, EventBytes in, boolean labelled) {
        for (int i = 0; i < draft.count; i++) {
            if (concerns(draft.codes[i], labelled)) {
                draft.collations[i] = in.packed();
            }
        }
    }

    private static void labels(Draft draft, EventBytes in, int code) {
        for (int i = 0; i < draft.count; i++) {
            if (draft.codes[i] == code) {
                List<byte[]> labels = new ArrayList<>();
                for (int n = in.packed(); n > 0; n--) {
                    labels.add(in.copy(in.packed()));
                }
                draft.labels.set(i, labels);
            }
        }
    }

    private TableMap finished(Draft draft) {
        String table = draft.database + "." + draft.table;
        if (draft.names.size() != draft.count) {
            throw SourceException.fatal(
                    "the log describes " + table + " without the names of its columns",
                    "SET GLOBAL binlog_row_metadata = 'FULL' on the source, make its sessions connect anew, and copy the"
                            + " table again");
        }
        List<EventColumn> columns = new ArrayList<>(draft.count);
        for (int i = 0; i < draft.count; i++) {
            columns.add(column(draft, i, table + "." + draft.names.get(i)));
        }
        return new TableMap(draft.database, draft.table, columns, draft.key);
    }

    private EventColumn column(Draft draft, int i, String what) {
        int code = draft.codes[i];
        int collation = draft.collations[i];
        TextDecoder charset = null;
        int maxBytes = 1;
        if (collation != 0) {
            charset = charsets.decoder(collation, what);
            maxBytes = charsets.named(collation, what).maxBytes();
        }
        boolean text = charset != null && collation != Charsets.BINARY;
        List<String> labels = new ArrayList<>();
        for (byte[] label : draft.labels.get(i)) {
            labels.add(label(label, charset, what));
        }
        String type = EventColumn.typeText(
                code, draft.metas[i], draft.unsigned[i], text, maxBytes, labels, draft.geometries[i]);
        if (type.startsWith("type ")) {
            throw SourceException.fatal(
                    what + " is of " + type + ", which Penstock can't read",
                    "rewrite the table with today's types (ALTER TABLE … FORCE; compressed columns: MODIFY without"
                            + " COMPRESSED), or exclude it, and copy the table again");
        }
        return new EventColumn(
                draft.names.get(i),
                code,
                draft.metas[i],
                draft.unsigned[i],
                draft.nullable[i],
                collation,
                charset,
                labels,
                type);
    }

    private static String label(byte[] bytes, TextDecoder charset, String what) {
        try {
            return charset.string(bytes, 0, bytes.length);
        } catch (CharacterCodingException e) {
            throw SourceException.fatal(
                    "a label of " + what + " is no text of its character set: "
                            + Charsets.sample(bytes, 0, bytes.length),
                    "correct the column's definition and copy the table again");
        }
    }
}

package io.penstock.source.postgresql;

import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Commit;
import io.penstock.model.Mutation.Delete;
import io.penstock.model.Mutation.Described;
import io.penstock.model.Mutation.Insert;
import io.penstock.model.Mutation.Truncate;
import io.penstock.model.Mutation.Update;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.source.SourceException;
import io.penstock.stamp.LsnStamp;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Messages of pgoutput, protocol version 1, to mutations. (PostgreSQL documentation, "Logical Replication Message
 * Formats".) Every message kind is on a list: turned into a mutation, ignored on purpose, or refused.
 *
 * <p>Ordinals count insert, update, delete, truncate and logical messages inside a transaction, of all tables: a
 * transaction that is sent again has the same ordinals whatever is selected by then.
 */
final class PgoutputDecoder {
    /** The server's times count from 2000-01-01. */
    private static final long EPOCH_2000_MICROS = 946_684_800_000_000L;

    private static final int TRANSACTIONAL = 1;
    private static final int TRUNCATE_CASCADE = 1;
    private static final int TRUNCATE_RESTART_IDENTITY = 2;

    private final RelationCache relations;
    private final TupleDecoder tuples = new TupleDecoder();
    private final MessageBytes in = new MessageBytes();
    private final Consumer<Mutation> out;

    private boolean inTransaction;
    private int xid;
    private boolean somethingEmitted;
    private LsnStamp stamp = new LsnStamp(0, 0);
    private long ordinal;

    PgoutputDecoder(RelationCache relations, Consumer<Mutation> out) {
        this.relations = relations;
        this.out = out;
    }

    /** True between Begin and Commit. */
    boolean isInTransaction() {
        return inTransaction;
    }

    /**
     * Decodes one message. Tuples keep {@code bytes}: it must not be changed afterwards.
     *
     * @throws SourceException final, on anything that is not on the list or is malformed
     */
    void decode(byte[] bytes, int offset, int end) {
        in.wrap(bytes, offset, end);
        byte kind = in.int8();
        try {
            decode(kind);
        } catch (IndexOutOfBoundsException e) {
            throw refused(kind, "is cut short: " + e.getMessage());
        }
        if (!in.atEnd()) {
            throw refused(kind, "is longer than its content");
        }
    }

    private void decode(byte kind) {
        switch (kind) {
            case 'I' -> insert();
            case 'U' -> update();
            case 'D' -> delete();
            case 'B' -> begin();
            case 'C' -> commit();
            case 'R' -> relation();
            case 'T' -> truncate();
            case 'M' -> logicalMessage();
            case 'Y' -> relations.typeNamed(in.int32(), in.text(), in.text());
            case 'O' -> { // Where the transaction came from first; Penstock replicates it all the same.
                in.int64();
                in.text();
            }
            default -> throw refused(kind, "is not one that Penstock asked for or knows");
        }
    }

    private void begin() {
        if (inTransaction) {
            throw refused((byte) 'B', "comes inside another transaction");
        }
        long commit = in.int64();
        in.int64(); // commit time, comes again with Commit
        xid = in.int32();
        inTransaction = true;
        somethingEmitted = false;
        ordinal = 0;
        // Where the commit record ends is known only at Commit; the order of stamps rests on where it begins.
        stamp = new LsnStamp(commit, commit, xid);
    }

    private void commit() {
        in.int8(); // flags, unused
        long commit = in.int64();
        long end = in.int64();
        long micros = in.int64() + EPOCH_2000_MICROS;
        if (!inTransaction || commit != stamp.commit()) {
            throw refused((byte) 'C', "does not end the transaction that began");
        }
        inTransaction = false;
        stamp = new LsnStamp(commit, end, stamp.xid());
        if (somethingEmitted) {
            out.accept(new Commit(stamp, micros));
        }
    }

    private void relation() {
        RelationCache.Described described = relations.accept(RelationMessage.read(in), xid);
        if (described != null) {
            emit(new Described(stamp, ordinal + 1, described.rows(), described.definition()));
        }
    }

    private void insert() {
        Relation relation = row();
        if (relation.isSelected()) {
            expect('N');
            emit(new Insert(stamp, ordinal, relation.schema(), tuples.whole(in, relation)));
        }
    }

    private void update() {
        Relation relation = row();
        if (!relation.isSelected()) {
            return;
        }
        Tuple old = null;
        byte part = in.int8();
        if (part == 'K' || part == 'O') {
            old = part == 'K' ? tuples.keyOnly(in, relation) : tuples.whole(in, relation);
            part = in.int8();
        }
        if (part != 'N') {
            throw refused((byte) 'U', "has no new row");
        }
        Tuple row = tuples.filled(tuples.whole(in, relation), old);
        emit(new Update(stamp, ordinal, relation.schema(), tuples.neededOld(relation, old, row, stamp), row));
    }

    private void delete() {
        Relation relation = row();
        if (!relation.isSelected()) {
            return;
        }
        byte part = in.int8();
        if (part != 'K' && part != 'O') {
            throw refused((byte) 'D', "has no old row");
        }
        Tuple old = part == 'K' ? tuples.keyOnly(in, relation) : tuples.whole(in, relation);
        emit(new Delete(stamp, ordinal, relation.schema(), old));
    }

    private void truncate() {
        count();
        int count = in.int32();
        int options = in.int8();
        List<TableSchema> tables = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Relation relation = relations.relation(in.int32());
            if (relation.isSelected()) {
                tables.add(relation.schema());
            }
        }
        if (!tables.isEmpty()) {
            boolean cascade = (options & TRUNCATE_CASCADE) != 0;
            emit(new Truncate(stamp, ordinal, tables, cascade, (options & TRUNCATE_RESTART_IDENTITY) != 0));
        }
    }

    /** Applications' messages are not replicated. One outside of transactions has no place in their order. */
    private void logicalMessage() {
        if ((in.int8() & TRANSACTIONAL) != 0) {
            count();
        }
        in.int64();
        in.text();
        in.skip(in.int32());
    }

    /** Counts a row message and finds its table; the rest of a row that is not wanted is not looked at. */
    private Relation row() {
        count();
        Relation relation = relations.relation(in.int32());
        if (!relation.isSelected()) {
            in.skipToEnd();
        }
        return relation;
    }

    private void count() {
        if (!inTransaction) {
            throw refused((byte) 'B', "is missing before a change");
        }
        ordinal++;
    }

    private void emit(Mutation mutation) {
        somethingEmitted = true;
        out.accept(mutation);
    }

    private void expect(char part) {
        byte found = in.int8();
        if (found != part) {
            throw refused(found, "stands where '" + part + "' belongs");
        }
    }

    private SourceException refused(byte kind, String why) {
        String name = kind > ' ' && kind < 0x7F ? "'" + (char) kind + "' " : "";
        return SourceException.fatal(
                "message " + name + "(byte 0x" + Integer.toHexString(kind & 0xFF) + ") at " + stamp
                        + (ordinal > 0 && inTransaction ? "#" + ordinal : "") + " " + why,
                "Penstock reads pgoutput protocol version 1: check the server's version and report this message");
    }
}

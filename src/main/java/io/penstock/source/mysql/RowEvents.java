package io.penstock.source.mysql;

import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Cascade;
import io.penstock.model.Mutation.Delete;
import io.penstock.model.Mutation.Insert;
import io.penstock.model.Mutation.Update;
import io.penstock.model.Tuple;
import io.penstock.source.SourceException;
import io.penstock.source.mysql.TableShapes.Shape;
import io.penstock.stamp.Stamp;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Events with rows to mutations. Row {@code n} of an event has the ordinals {@code 2n - 1} and {@code 2n}: for itself and
 * for what foreign keys do with it, whether or not there are any, so that numbers stay the same when keys come and go.
 */
final class RowEvents {
    /** The session had switched foreign keys off. */
    private static final int UNCHECKED = 2;

    private final RowsDecoder rows;
    private final Cascades cascades;
    private final Consumer<Mutation> out;

    RowEvents(RowsDecoder rows, Cascades cascades, Consumer<Mutation> out) {
        this.rows = rows;
        this.cascades = cascades;
        this.out = out;
    }

    /**
     * @param in behind the table's number and flags
     * @param ordinal that the event's rows count from
     * @throws SourceException final, on a row that can't be read
     */
    void read(EventKind kind, int flags, Shape shape, EventBytes in, Stamp stamp, long ordinal) {
        if (kind.isVersion2()) {
            in.skip(in.uint16() - 2);
        }
        int columns = in.packed();
        if (columns != shape.map().columns().size()) {
            throw SourceException.fatal(
                    "an event at " + stamp + " has rows of " + columns + " columns of " + shape.map(),
                    "look at it with mysqlbinlog (mariadb-binlog); begin a new loop behind it (a copy), or report it");
        }
        boolean[] first = RowsDecoder.present(in, columns);
        boolean[] second = kind.isUpdate() ? RowsDecoder.present(in, columns) : first;
        if (kind.isCompressed()) {
            byte[] whole = Uncompressed.rest(in);
            in.wrap(whole, 0, whole.length);
        }
        Event event = new Event(shape, stamp, ordinal, (flags & UNCHECKED) == 0 && cascades.isParent(shape.name()));
        try {
            if (kind.isUpdate()) {
                event.updates(first, second, in);
            } else if (kind.isWrite()) {
                event.inserts(first, in);
            } else {
                event.deletes(first, in);
            }
        } catch (SourceException e) {
            throw SourceException.fatal(shape.map() + " at " + stamp + ": " + e.getMessage(), e.remedy());
        }
    }

    /** @param cascading whether foreign keys may do more than the event says */
    private final class Event {
        private final Shape shape;
        private final Stamp stamp;
        private final long ordinal;
        private final boolean cascading;

        Event(Shape shape, Stamp stamp, long ordinal, boolean cascading) {
            this.shape = shape;
            this.stamp = stamp;
            this.ordinal = ordinal;
            this.cascading = cascading;
        }

        void inserts(boolean[] present, EventBytes in) {
            for (long n = 1; !in.atEnd(); n++) {
                Tuple row = rows.image(shape.map(), present, in);
                tell(new Insert(stamp, ordinal + 2 * n, shape.schema(), row));
            }
        }

        /** The parent first: where the target checks foreign keys, children need the new one. */
        void updates(boolean[] first, boolean[] second, EventBytes in) {
            for (long n = 1; !in.atEnd(); n++) {
                Tuple before = rows.image(shape.map(), first, in);
                Tuple sent = rows.image(shape.map(), second, in);
                if (shape.isSelected()) {
                    Tuple after = RowImages.filled(sent, before);
                    Tuple old = RowImages.neededOld(shape.schema(), before, after);
                    tell(new Update(stamp, ordinal + 2 * n - 1, shape.schema(), old, after));
                }
                if (cascading) {
                    tell(cascades.changed(stamp, ordinal + 2 * n, shape.map(), before, sent));
                }
            }
        }

        /** Children of all rows of the event before any of these: rows of one event go away together. */
        void deletes(boolean[] present, EventBytes in) {
            List<Tuple> gone = new ArrayList<>();
            while (!in.atEnd()) {
                gone.add(rows.image(shape.map(), present, in));
            }
            if (cascading) {
                tell(cascades.removed(stamp, ordinal + 1, shape.map(), gone));
            }
            if (shape.isSelected()) {
                for (int i = 0; i < gone.size(); i++) {
                    Tuple old = RowImages.findable(shape.schema(), gone.get(i));
                    tell(new Delete(stamp, ordinal + 2L * (i + 1), shape.schema(), old));
                }
            }
        }

        private void tell(Mutation mutation) {
            if (mutation instanceof Cascade || mutation != null && shape.isSelected()) {
                out.accept(mutation);
            }
        }
    }
}

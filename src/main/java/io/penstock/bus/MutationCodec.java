package io.penstock.bus;

import io.penstock.model.Dependents;
import io.penstock.model.Dependents.Hop;
import io.penstock.model.Dependents.NewValue;
import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Cascade;
import io.penstock.model.Mutation.Commit;
import io.penstock.model.Mutation.Delete;
import io.penstock.model.Mutation.Described;
import io.penstock.model.Mutation.Insert;
import io.penstock.model.Mutation.Reread;
import io.penstock.model.Mutation.Truncate;
import io.penstock.model.Mutation.Update;
import io.penstock.stamp.Stamp;

/** Mutations of one batch, each with its kind before it. One instance a batch and direction. */
final class MutationCodec {
    private static final int INSERT = 1;
    private static final int UPDATE = 2;
    private static final int UPDATE_WITH_OLD = 3;
    private static final int DELETE = 4;
    private static final int TRUNCATE = 5;
    private static final int DESCRIBED = 6;
    private static final int COMMIT = 7;
    private static final int CASCADE = 8;
    private static final int REREAD = 9;

    private final StampCodec stamps = new StampCodec();
    private final TableCodec tables = new TableCodec();

    void write(WireWriter out, Mutation mutation) {
        if (mutation instanceof Insert insert) {
            head(out, INSERT, mutation);
            tables.write(out, insert.table());
            TupleCodec.write(out, insert.row());
        } else if (mutation instanceof Update update) {
            head(out, update.old() == null ? UPDATE : UPDATE_WITH_OLD, mutation);
            tables.write(out, update.table());
            if (update.old() != null) {
                TupleCodec.write(out, update.old());
            }
            TupleCodec.write(out, update.row());
        } else if (mutation instanceof Delete delete) {
            head(out, DELETE, mutation);
            tables.write(out, delete.table());
            TupleCodec.write(out, delete.old());
        } else if (mutation instanceof Commit commit) {
            out.octet(COMMIT);
            stamps.write(out, commit.stamp());
            out.signed(commit.commitMicros());
        } else if (mutation instanceof Truncate truncate) {
            head(out, TRUNCATE, mutation);
            out.list(truncate.tables(), tables::write);
            out.bool(truncate.cascade());
            out.bool(truncate.restartIdentity());
        } else if (mutation instanceof Cascade cascade) {
            head(out, CASCADE, mutation);
            out.list(cascade.dependents(), this::writeDependents);
            out.list(cascade.parents(), TupleCodec::write);
            out.bool(cascade.after() != null);
            if (cascade.after() != null) {
                TupleCodec.write(out, cascade.after());
            }
        } else if (mutation instanceof Described described) {
            head(out, DESCRIBED, mutation);
            tables.write(out, described.table());
            TableDefinitionCodec.write(out, described.definition(), tables);
        } else if (mutation instanceof Reread reread) {
            head(out, REREAD, mutation);
            TableDefinitionCodec.write(out, reread.definition(), tables);
        } else {
            throw new IllegalArgumentException(
                    "no way to send a " + mutation.getClass().getSimpleName());
        }
    }

    private void head(WireWriter out, int kind, Mutation mutation) {
        out.octet(kind);
        stamps.write(out, mutation.stamp());
        out.number(mutation.ordinal());
    }

    Mutation read(WireReader in) {
        int kind = in.octet();
        Stamp stamp = stamps.read(in);
        if (kind == COMMIT) {
            return new Commit(stamp, in.signed());
        }
        long ordinal = in.number();
        return switch (kind) {
            case INSERT -> new Insert(stamp, ordinal, tables.read(in), TupleCodec.read(in));
            case UPDATE -> new Update(stamp, ordinal, tables.read(in), null, TupleCodec.read(in));
            case UPDATE_WITH_OLD ->
                new Update(stamp, ordinal, tables.read(in), TupleCodec.read(in), TupleCodec.read(in));
            case DELETE -> new Delete(stamp, ordinal, tables.read(in), TupleCodec.read(in));
            case TRUNCATE -> new Truncate(stamp, ordinal, in.list(tables::read), in.bool(), in.bool());
            case CASCADE ->
                new Cascade(
                        stamp,
                        ordinal,
                        in.list(this::readDependents),
                        in.list(TupleCodec::read),
                        in.bool() ? TupleCodec.read(in) : null);
            case DESCRIBED -> new Described(stamp, ordinal, tables.read(in), TableDefinitionCodec.read(in, tables));
            case REREAD -> new Reread(stamp, ordinal, TableDefinitionCodec.read(in, tables));
            default -> throw new UnreadableMessageException("no mutation is of kind " + kind);
        };
    }

    private void writeDependents(WireWriter out, Dependents dependents) {
        out.list(dependents.way(), (o, hop) -> {
            tables.write(o, hop.table());
            o.list(hop.columns(), (w, index) -> w.number(index));
            o.list(hop.references(), (w, index) -> w.number(index));
            o.bool(hop.repeated());
            o.bool(hop.loosely());
        });
        out.list(dependents.becomes(), (o, value) -> {
            o.number(value.column());
            o.signed(value.from());
        });
    }

    private Dependents readDependents(WireReader in) {
        return new Dependents(
                in.list(i -> new Hop(
                        tables.read(i), i.list(WireReader::small), i.list(WireReader::small), i.bool(), i.bool())),
                in.list(i -> new NewValue(i.small(), (int) i.signed())));
    }
}

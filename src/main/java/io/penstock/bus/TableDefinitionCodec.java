package io.penstock.bus;

import io.penstock.model.QualifiedName;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableDefinition.ColumnDetails;
import io.penstock.model.TableDefinition.Constraint;
import io.penstock.model.TableDefinition.ConstraintKind;
import io.penstock.model.TableDefinition.Partitioning;
import io.penstock.model.TableDefinition.SequenceDefinition;
import java.util.HashMap;
import java.util.Map;

/** What a catalogue says of a table. */
final class TableDefinitionCodec {
    private static final ConstraintKind[] CONSTRAINT_KINDS = ConstraintKind.values();

    private TableDefinitionCodec() {}

    static void write(WireWriter out, TableDefinition definition, TableCodec tables) {
        tables.write(out, definition.schema());
        out.number(definition.details().size());
        definition.details().forEach((column, details) -> {
            out.text(column);
            writeDetails(out, details);
        });
        out.list(definition.types(), TypeDefinitionCodec::write);
        out.list(definition.sequences(), TableDefinitionCodec::writeSequence);
        out.list(definition.constraints(), TableDefinitionCodec::writeConstraint);
        out.list(definition.indexes(), WireWriter::text);
        writePartitioning(out, definition.partition());
        out.signed(definition.estimatedRows());
    }

    static TableDefinition read(WireReader in, TableCodec tables) {
        return new TableDefinition(
                tables.read(in),
                readAllDetails(in),
                in.list(TypeDefinitionCodec::read),
                in.list(TableDefinitionCodec::readSequence),
                in.list(TableDefinitionCodec::readConstraint),
                in.list(WireReader::text),
                readPartitioning(in),
                in.signed());
    }

    private static Map<String, ColumnDetails> readAllDetails(WireReader in) {
        int count = in.count();
        Map<String, ColumnDetails> details = new HashMap<>();
        for (int i = 0; i < count; i++) {
            details.put(in.text(), readDetails(in));
        }
        return details;
    }

    private static void writeDetails(WireWriter out, ColumnDetails details) {
        out.bool(details.notNull());
        out.text(details.defaultExpression());
        out.text(details.identity());
        out.text(details.generated());
        out.text(details.collation());
        out.text(details.missingValue());
        out.bool(details.olderUnknown());
    }

    private static ColumnDetails readDetails(WireReader in) {
        return new ColumnDetails(in.bool(), in.text(), in.text(), in.text(), in.text(), in.text(), in.bool());
    }

    static void writeName(WireWriter out, QualifiedName name) {
        out.text(name.schema());
        out.text(name.name());
    }

    static QualifiedName readName(WireReader in) {
        return new QualifiedName(in.text(), in.text());
    }

    private static void writeSequence(WireWriter out, SequenceDefinition sequence) {
        writeName(out, sequence.name());
        out.text(sequence.ownerColumn());
        out.text(sequence.dataType());
        out.signed(sequence.start());
        out.signed(sequence.increment());
        out.signed(sequence.min());
        out.signed(sequence.max());
        out.bool(sequence.cycle());
        out.bool(sequence.lastValue() != null);
        if (sequence.lastValue() != null) {
            out.signed(sequence.lastValue());
        }
    }

    private static SequenceDefinition readSequence(WireReader in) {
        return new SequenceDefinition(
                readName(in),
                in.text(),
                in.text(),
                in.signed(),
                in.signed(),
                in.signed(),
                in.signed(),
                in.bool(),
                in.bool() ? (Long) in.signed() : null);
    }

    private static void writeConstraint(WireWriter out, Constraint constraint) {
        out.text(constraint.name());
        out.octet(constraint.kind().ordinal());
        out.list(constraint.columns(), WireWriter::text);
        out.bool(constraint.deferrable());
        out.bool(constraint.references() != null);
        if (constraint.references() != null) {
            TableCodec.writeName(out, constraint.references());
        }
        out.text(constraint.clause());
    }

    private static Constraint readConstraint(WireReader in) {
        return new Constraint(
                in.text(),
                CONSTRAINT_KINDS[in.octet()],
                in.list(WireReader::text),
                in.bool(),
                in.bool() ? TableCodec.readName(in) : null,
                in.text());
    }

    private static void writePartitioning(WireWriter out, Partitioning partition) {
        out.bool(partition != null);
        if (partition != null) {
            out.text(partition.by());
            out.bool(partition.of() != null);
            if (partition.of() != null) {
                TableCodec.writeName(out, partition.of());
            }
            out.text(partition.bound());
        }
    }

    private static Partitioning readPartitioning(WireReader in) {
        return in.bool() ? new Partitioning(in.text(), in.bool() ? TableCodec.readName(in) : null, in.text()) : null;
    }
}

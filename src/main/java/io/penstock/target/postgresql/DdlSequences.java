package io.penstock.target.postgresql;

import io.penstock.model.QualifiedName;
import io.penstock.model.TableDefinition.SequenceDefinition;
import io.penstock.model.TableName;

/** The text that makes and moves sequences. */
final class DdlSequences {
    private DdlSequences() {}

    static String create(SequenceDefinition sequence) {
        return "CREATE SEQUENCE IF NOT EXISTS " + DdlNames.of(sequence.name()) + " AS " + sequence.dataType() + ' '
                + options(sequence);
    }

    /** What stands in the brackets behind AS IDENTITY. */
    static String identityOptions(SequenceDefinition sequence, boolean nameIsFree) {
        return (nameIsFree ? "SEQUENCE NAME " + DdlNames.of(sequence.name()) + ' ' : "") + options(sequence);
    }

    private static String options(SequenceDefinition sequence) {
        return "INCREMENT BY " + sequence.increment() + " MINVALUE " + sequence.min() + " MAXVALUE " + sequence.max()
                + " START WITH " + sequence.start() + (sequence.cycle() ? " CYCLE" : "");
    }

    static String own(QualifiedName sequence, TableName table, String column) {
        return "ALTER SEQUENCE " + DdlNames.of(sequence) + " OWNED BY " + DdlNames.of(table) + '.'
                + DdlNames.quote(column);
    }

    static String setLast(QualifiedName sequence, long lastValue) {
        return "SELECT pg_catalog.setval(" + Quoting.literal(DdlNames.of(sequence)) + "::pg_catalog.regclass, "
                + lastValue + ", true)";
    }
}

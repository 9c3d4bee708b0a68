package io.penstock.target.postgresql;

import io.penstock.model.QualifiedName;
import io.penstock.model.TableDefinition.SequenceDefinition;
import io.penstock.model.TableName;

/** The text that makes and moves sequences. */
final class DdlSequences {
    private DdlSequences() {}

    static String create(SequenceDefinition sequence) {
        return "CREATE SEQUENCE IF NOT EXISTS " + Quoting.name(sequence.name()) + " AS " + sequence.dataType() + ' '
                + options(sequence);
    }

    /** What stands in the brackets behind AS IDENTITY. */
    static String identityOptions(SequenceDefinition sequence, boolean nameIsFree) {
        return (nameIsFree ? "SEQUENCE NAME " + Quoting.name(sequence.name()) + ' ' : "") + options(sequence);
    }

    private static String options(SequenceDefinition sequence) {
        return "INCREMENT BY " + sequence.increment() + " MINVALUE " + sequence.min() + " MAXVALUE " + sequence.max()
                + " START WITH " + sequence.start() + (sequence.cycle() ? " CYCLE" : "");
    }

    static String own(QualifiedName sequence, TableName table, String column) {
        return "ALTER SEQUENCE " + Quoting.name(sequence) + " OWNED BY " + Quoting.name(table) + '.'
                + Quoting.identifier(column);
    }

    static String setLast(QualifiedName sequence, long lastValue) {
        return "SELECT pg_catalog.setval(" + Quoting.literal(Quoting.name(sequence)) + "::pg_catalog.regclass, "
                + lastValue + ", true)";
    }

    /** The identity's own sequence may bear another name here; a column that is none here is passed over. */
    static String setLastOfIdentity(TableName table, String column, long lastValue) {
        return "SELECT pg_catalog.setval(s.name::pg_catalog.regclass, " + lastValue + ", true) FROM"
                + " (SELECT pg_catalog.pg_get_serial_sequence(a.attrelid::pg_catalog.regclass::text, a.attname::text)"
                + " AS name FROM pg_catalog.pg_attribute a WHERE a.attname = " + Quoting.literal(column)
                + " AND a.attrelid = pg_catalog.to_regclass(" + Quoting.literal(Quoting.name(table))
                + ") AND a.attidentity <> '') s WHERE s.name IS NOT NULL";
    }
}

package io.penstock.target.postgresql;

import io.penstock.model.Mutation.Truncate;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import java.util.List;
import java.util.stream.Collectors;

/** Empties tables as one command of the source did. */
final class TruncateSql {
    private TruncateSql() {}

    static void send(Truncate truncate, TargetTables tables, LaneTransaction to) {
        List<TableName> names = truncate.tables().stream()
                .map(TableSchema::name)
                .filter(name -> tables.find(name) != null)
                .toList();
        if (!names.isEmpty()) {
            String text = names.stream().map(TableName::toString).collect(Collectors.joining(", "));
            to.simple(text(names, truncate.restartIdentity()), new Place.Frame(text + ": truncate"));
        }
    }

    /**
     * TRUNCATE refuses a table that a foreign key of another table points at, whatever the session's role, and CASCADE
     * would empty tables that the source did not: then rows are deleted instead. Decided by the server, so that the
     * whole goes in one flight.
     */
    static String text(List<TableName> names, boolean restartIdentity) {
        String all = names.stream().map(Quoting::name).collect(Collectors.joining(", "));
        String oids = names.stream()
                .map(name -> Quoting.literal(Quoting.name(name)) + "::regclass")
                .collect(Collectors.joining(", ", "ARRAY[", "]::oid[]"));
        String truncate = "TRUNCATE TABLE " + all + (restartIdentity ? " RESTART IDENTITY" : "");
        String deletes = names.stream()
                .map(name -> "DELETE FROM " + Quoting.name(name) + ";")
                .collect(Collectors.joining(" "));
        String restart = "PERFORM setval(s.seqrelid::regclass, s.seqstart, false) FROM pg_sequence s JOIN pg_depend d"
                + " ON d.classid = 'pg_class'::regclass AND d.objid = s.seqrelid AND d.refclassid ="
                + " 'pg_class'::regclass AND d.deptype IN ('a', 'i') WHERE d.refobjid = ANY (" + oids + ");";
        return "DO "
                + Quoting.literal("BEGIN IF EXISTS (SELECT FROM pg_constraint WHERE contype = 'f' AND confrelid = ANY ("
                        + oids + ") AND conrelid <> ALL (" + oids + ")) THEN " + deletes
                        + (restartIdentity ? " " + restart : "") + " ELSE " + truncate + "; END IF; END");
    }
}

package io.penstock.source.postgresql;

import io.penstock.model.TableDefinition;
import io.penstock.model.TableSchema;
import io.penstock.source.SourceException;
import java.util.HashMap;
import java.util.Map;

/**
 * The tables that the stream has described so far. Each decoding session of the server sends its descriptions anew; a
 * description that says nothing new keeps the instance that earlier rows refer to.
 */
final class RelationCache {
    /** Where shapes get their details from. Called on the reading thread, at most once a description that is new. */
    interface Shapes {
        boolean selects(RelationMessage message);

        /**
         * The shape that the message's rows have, and all that is known beside it.
         *
         * @param xid the transaction that the message came in
         */
        Described describe(RelationMessage message, int xid);

        /**
         * Whether columns that bear the names and types of earlier ones are others: dropped and added again, which no
         * description tells. Called once for each description that comes again.
         */
        boolean isRenumbered(TableSchema described, int xid);

        /** The stream named a user-defined type. */
        void typeNamed(int oid, String schema, String name);
    }

    /** @param rows what tuples are read with; the definition's own schema may have generated columns beside it */
    record Described(TableSchema rows, TableDefinition definition) {}

    private final Shapes shapes;
    private final Map<Integer, Relation> relations = new HashMap<>();
    /** Rows of one table come in runs; this saves the look-up. */
    private Relation latest;

    RelationCache(Shapes shapes) {
        this.shapes = shapes;
    }

    /** Takes a description in. @return what has to be told downstream, or null when that is nothing */
    Described accept(RelationMessage message, int xid) {
        Relation known = relations.get(message.oid());
        // A table that is not replicated may have become a partition of one that is: its description stays the same.
        if (known != null
                && known.isSelected()
                && known.message().equals(message)
                && !shapes.isRenumbered(known.schema(), xid)) {
            return null;
        }
        latest = null;
        if (!shapes.selects(message)) {
            relations.put(message.oid(), Relation.ignored(message));
            return null;
        }
        Described described = shapes.describe(message, xid);
        relations.put(message.oid(), Relation.selected(message, described.rows()));
        return described;
    }

    void typeNamed(int oid, String schema, String name) {
        shapes.typeNamed(oid, schema, name);
    }

    /** The table that a row message names. */
    Relation relation(int oid) {
        Relation relation = latest;
        if (relation != null && relation.message().oid() == oid) {
            return relation;
        }
        relation = relations.get(oid);
        if (relation == null) {
            throw SourceException.fatal(
                    "the stream has a row of relation " + Integer.toUnsignedString(oid) + " that it never described",
                    "this is a defect of the server's output plugin or of Penstock: report it");
        }
        latest = relation;
        return relation;
    }
}

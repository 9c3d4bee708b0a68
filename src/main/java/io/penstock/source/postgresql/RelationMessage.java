package io.penstock.source.postgresql;

import io.penstock.model.TableName;
import java.util.ArrayList;
import java.util.List;

/**
 * A table's shape as the server sends it before the first row that has it. (PostgreSQL documentation, "Logical
 * Replication Message Formats", message Relation.)
 *
 * @param identity replica identity: {@code d} default, {@code i} index, {@code f} full, {@code n} nothing
 */
record RelationMessage(int oid, TableName name, char identity, List<Attribute> attributes) {
    RelationMessage {
        attributes = List.copyOf(attributes);
    }

    /** @param key part of the replica identity; set on all columns under identity full */
    record Attribute(String name, int typeOid, int typeModifier, boolean key) {}

    /** Reads what follows the type byte. */
    static RelationMessage read(MessageBytes in) {
        int oid = in.int32();
        String schema = in.text();
        String table = in.text();
        char identity = (char) in.int8();
        int count = in.int16();
        List<Attribute> attributes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            boolean key = (in.int8() & 1) != 0;
            attributes.add(new Attribute(in.text(), in.int32(), in.int32(), key));
        }
        // The system schema is sent as an empty name.
        return new RelationMessage(
                oid, new TableName(schema.isEmpty() ? "pg_catalog" : schema, table), identity, attributes);
    }
}

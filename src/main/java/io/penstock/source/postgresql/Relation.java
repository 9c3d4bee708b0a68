package io.penstock.source.postgresql;

import io.penstock.model.TableSchema;

/**
 * What decoding a row needs of its table, laid out for once-a-row use.
 *
 * @param schema null for a table that this loop does not replicate
 * @param keyColumns for each column whether it is part of what the server sends as an old key
 */
record Relation(RelationMessage message, TableSchema schema, int[] key, boolean[] keyColumns) {
    static Relation ignored(RelationMessage message) {
        return new Relation(message, null, new int[0], new boolean[0]);
    }

    static Relation selected(RelationMessage message, TableSchema schema) {
        boolean[] keyColumns = new boolean[message.attributes().size()];
        for (int i = 0; i < keyColumns.length; i++) {
            keyColumns[i] = message.attributes().get(i).key();
        }
        return new Relation(message, schema, schema.keyIndexes(), keyColumns);
    }

    boolean isSelected() {
        return schema != null;
    }
}

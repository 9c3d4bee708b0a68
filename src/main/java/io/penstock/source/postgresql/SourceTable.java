package io.penstock.source.postgresql;

import io.penstock.model.TableName;

/**
 * A table as far as choosing tables goes.
 *
 * @param partitioned it holds no rows of its own, its partitions do
 * @param unlogged its changes are not in the log
 * @param identity replica identity: {@code d} default, {@code i} index, {@code f} full, {@code n} nothing
 * @param identifiable the identity says which row an update is of
 * @param parent oid of the table that this is a partition of, or 0
 */
record SourceTable(
        long oid,
        TableName name,
        boolean partitioned,
        boolean unlogged,
        char identity,
        boolean identifiable,
        long parent) {}

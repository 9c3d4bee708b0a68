package io.penstock.progress;

import io.penstock.model.KeyRange;
import io.penstock.model.TableName;
import io.penstock.stamp.Stamp;

/**
 * A part of a table whose rows are in the target.
 *
 * @param number grows along the source's key order; parts that are not copied yet lie where numbers are missing
 * @param moment the snapshot it was read under, as the source's kind writes it
 * @param position a place of the source's log: what comes behind it is not part of the moment
 */
public record CopiedChunk(TableName table, int number, KeyRange range, String moment, Stamp position) {}

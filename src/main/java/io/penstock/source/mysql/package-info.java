/**
 * MySQL and MariaDB as sources. The server's binary log comes in by a replication connection, decoded here event by
 * event from its bytes; mutations whose values are text in the house's one form (decision 0008) go out. A table's shape
 * is the event's own metadata, never today's columns for yesterday's rows; the catalogue adds only what events do not
 * carry. This room must never know what is done with the mutations, nor write to a user's table.
 */
package io.penstock.source.mysql;

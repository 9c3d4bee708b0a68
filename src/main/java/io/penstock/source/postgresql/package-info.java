/**
 * PostgreSQL as a source: a publication and a logical slot, the messages of {@code pgoutput} decoded to mutations, the
 * catalogue read for table definitions, and rows copied chunk by chunk, each under a snapshot of which the transactions
 * are known. What comes in is the server's bytes over pgjdbc, on threads of this room; what goes out is mutations in
 * commit order. Values stay text as the server prints it under pinned session settings. This room must never know what
 * becomes of a mutation, nor keep a position of its own: it starts where it is told to and acknowledges what it is told
 * is durable.
 */
package io.penstock.source.postgresql;

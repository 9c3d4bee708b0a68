/**
 * A PostgreSQL server as target. Mutations and definitions come in, statements over one pipelined connection a lane go
 * out. Values travel as text and are cast by the server to the types its own catalogue names, so every type survives
 * without being known here; the server's answers are classified by SQLSTATE. This room must never know what kind of
 * source the mutations came from, nor decide what is done about an error.
 */
package io.penstock.target.postgresql;

/**
 * The values that everything else speaks of: loops, tables, rows, mutations, batches. Plain records and small value
 * classes that validate themselves once and are immutable from then on. Nothing here does I/O, knows Vert.x, SQL or
 * JSON, or knows where a value came from and where it goes.
 */
package io.penstock.model;

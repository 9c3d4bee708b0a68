/**
 * Copies the rows that are there before the stream goes on: tables from a snapshot of the source into the target,
 * several at once. It must never know the products on either side.
 */
package io.penstock.backfill;

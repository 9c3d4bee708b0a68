/**
 * Copies the rows that are there beside the stream: tables in chunks, several at once, each chunk one moment of the
 * source and one transaction on the target. Mutations come in on their way to the lanes; out goes what of them is not
 * part of the rows that are copied. What is done is progress, so that a restart goes on. It must never know the products
 * on either side, nor the mode.
 */
package io.penstock.backfill;

/**
 * Compares source and target while both change: checksums of parts of each table first, then the rows of the parts that
 * differ, and those again behind a known position of the source, so that what is under way is no difference. It reads
 * only. It must never know loops, lanes or modes.
 */
package io.penstock.verify;

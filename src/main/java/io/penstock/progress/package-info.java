/**
 * How far a loop has come, and whose reign it is, kept in the target beside the data: the loop's row with epoch and
 * consistent point, and one row a lane. Positions come in; statements that a lane puts into its own transactions go
 * out. This room must never know which product's SQL client runs them, nor the mode.
 */
package io.penstock.progress;

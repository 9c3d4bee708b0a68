/**
 * Positions in a source's history. What comes in is text or numbers from a server or from the progress store; what goes
 * out is an order between two positions, which has four answers because some histories are only partly ordered. This
 * room must never know what is read at a position, or who stores it. A position is never guessed: text that can't be
 * parsed is an error that quotes it.
 */
package io.penstock.stamp;

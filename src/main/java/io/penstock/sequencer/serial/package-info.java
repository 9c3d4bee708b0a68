/**
 * Serial mode: one transaction verticle applies the source's transactions in order, whole. While behind it groups
 * consecutive ones into one target transaction; caught up it sends each at once; one that is larger than the window
 * streams through an open target transaction. Readers of the target see only states that the source had at a commit.
 */
package io.penstock.sequencer.serial;

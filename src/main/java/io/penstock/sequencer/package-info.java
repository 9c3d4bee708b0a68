/**
 * What turns a stream of batches into applied rows: a sequencer accepts batches, says when they are executed and how
 * far everything is durable, and drains on demand. The two ways to do so live in rooms of their own. This room must
 * never know the dialect.
 */
package io.penstock.sequencer;

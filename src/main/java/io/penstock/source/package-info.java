/**
 * What every kind of source is to the rest of the house: a {@link io.penstock.source.Dialect} that is checked and
 * prepared, a {@link io.penstock.source.ChangeFeed} that reads its log, perhaps a
 * {@link io.penstock.source.Backfiller} that reads what is there, and the verticle that publishes what the feed read on
 * the event bus. Servers' bytes come in, batches of mutations go out. This room never knows the mode in which they are
 * applied, nor the target.
 */
package io.penstock.source;

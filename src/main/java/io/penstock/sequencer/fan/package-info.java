/**
 * Fan mode: many lanes at once. A key belongs to one shard by a fixed hash of its bytes, so the order of each key is
 * the source's by construction; the borders of source transactions are not kept. What can't run beside anything else
 * (moved keys, truncates, changes of shape) is a barrier: all lanes drain before it, and it is durable before any goes
 * on. The consistent point is what all lanes have passed.
 */
package io.penstock.sequencer.fan;

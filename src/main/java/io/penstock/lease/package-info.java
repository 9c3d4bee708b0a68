/**
 * Who should try to run a loop. A lease is advice: that two nodes hold one at once is possible, and harmless,
 * because the target says who may write. This room must never know what a loop does.
 */
package io.penstock.lease;

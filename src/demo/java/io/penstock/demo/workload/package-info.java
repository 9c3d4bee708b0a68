/**
 * Traffic on a database, for the demo, tests and benchmarks: seeded, paced, counted. A {@link
 * io.penstock.demo.workload.Traffic} says what one transaction does, a {@link io.penstock.demo.workload.Workload} does
 * it again and again on connections of its own. It knows nothing of Penstock: it is what a user's application would be.
 */
package io.penstock.demo.workload;

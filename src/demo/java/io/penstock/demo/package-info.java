/**
 * The demonstration: two embedded PostgreSQL servers, a shop with traffic, one Penstock node between them in the same
 * process, and at the end a comparison row by row. It is compiled with the tests and never part of the product. Its
 * {@link io.penstock.demo.workload} serves tests and benchmarks as well.
 */
package io.penstock.demo;

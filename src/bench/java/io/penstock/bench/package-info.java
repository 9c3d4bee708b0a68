/**
 * Measurements that anyone can repeat: hot code with JMH ({@code src/bench/jmh}), and Penstock beside PostgreSQL's own
 * logical subscription on the same two servers ({@code src/bench/side-by-side}). Compiled with the tests, never part of
 * the product. What is measured, from when to when, is said in the output.
 */
package io.penstock.bench;

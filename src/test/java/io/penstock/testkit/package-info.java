/**
 * What tests, demo and benchmarks share: real servers, databases that vanish, the comparison of two databases, waiting
 * with a reason, and the product as a process of its own. It knows the product only from outside.
 */
package io.penstock.testkit;

/**
 * Runs the cases under {@code src/test/resources/conformance} (their README is the contract) against the whole product.
 * Cases come in as files, a judgement per case and mode goes out. It knows the product only from outside: its
 * configuration, its status and its log.
 */
package io.penstock.conformance;

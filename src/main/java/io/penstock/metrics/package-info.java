/**
 * The only room that knows Micrometer. Events and numbers of loops come in, meters with bounded labels go out. It
 * must never influence what it measures.
 */
package io.penstock.metrics;

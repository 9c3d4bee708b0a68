/**
 * The HTTP port: health, metrics, and the API over the control messages. It must never do work of its own: every
 * call is one message on the bus.
 */
package io.penstock.http;

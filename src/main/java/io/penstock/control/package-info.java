/**
 * Commands in and status out, over the bus. Requests on penstock.control are answered by whoever holds the
 * loop, whichever node is asked. It speaks on the bus only and must never import the loop.
 */
package io.penstock.control;

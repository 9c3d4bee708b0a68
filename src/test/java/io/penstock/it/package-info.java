/**
 * The product as a whole, in a process of its own, against real servers: what an operator sees through the HTTP port
 * when something is wrong, and that the loop goes on when it is mended.
 */
package io.penstock.it;

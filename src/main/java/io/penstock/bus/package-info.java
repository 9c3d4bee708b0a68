/**
 * What travels between verticles: addresses, binary codecs with a version, the window that bounds what is in flight,
 * control commands and status. Records of the model come in, bytes and replies go out. Local delivery hands the very
 * object over. The bus may lose anything, so every batch is numbered and whoever receives it accepts only the next
 * number. This room must never know what a batch is for.
 */
package io.penstock.bus;

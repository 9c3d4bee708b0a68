/**
 * The composition root: it reads the configuration, makes every part, wires them, and stops them in order. Nothing
 * imports it.
 */
package io.penstock.node;

/**
 * One loop's life: lease, epoch, progress, preparation, copy, run, drain, and again after a failure; the choice
 * between the modes; and the factory that holds all loops of a node. It gets its parts handed in and names no
 * dialect.
 */
package io.penstock.loop;

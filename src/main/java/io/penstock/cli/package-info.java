/**
 * The commands that a person types, their exit codes, and how answers look in a terminal.
 */
package io.penstock.cli;

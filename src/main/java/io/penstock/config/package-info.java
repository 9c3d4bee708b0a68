/**
 * What the operator decides: YAML in, validated records out, with all defaults in one place. Unknown keys are refused
 * with the nearest known name; every refusal names file, key and remedy. Secrets come from the environment or from
 * files and are never printed. This room must never connect to anything.
 */
package io.penstock.config;

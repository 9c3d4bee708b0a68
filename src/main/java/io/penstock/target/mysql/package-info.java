/**
 * A MySQL or MariaDB server as target. Mutations and definitions come in; texts of statements go out, as many in one as
 * belong together: the server stops at the first that fails, so a transaction is carried out to its COMMIT or not at
 * all. The values' text (docs/decisions/0008) is turned into what the target's column takes, or refused with the
 * column's name. Answers are classified by the server's error number. This room must never know what kind of source the
 * mutations came from, nor decide what is done about an error.
 */
package io.penstock.target.mysql;

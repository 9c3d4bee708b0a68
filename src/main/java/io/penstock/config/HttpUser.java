package io.penstock.config;

/**
 * Who may use the HTTP port.
 *
 * @param name for basic auth, and for the log line of each command
 * @param secret a bearer token or a password
 */
public record HttpUser(String name, Role role, Kind kind, Secret secret) {
    /** What somebody may do. */
    public enum Role {
        /** Read everything. */
        LOOK,
        /** Give commands as well. */
        ACT
    }

    /** How the secret is presented. */
    public enum Kind {
        TOKEN,
        PASSWORD
    }
}

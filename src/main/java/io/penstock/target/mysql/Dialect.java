package io.penstock.target.mysql;

import java.util.Set;

/**
 * What the target's server is.
 *
 * @param mariaDb whether it is MariaDB
 * @param version for people
 * @param major the first number of its version
 * @param collations by name
 */
record Dialect(boolean mariaDb, String version, int major, Set<String> collations) {
    Dialect {
        collations = Set.copyOf(collations);
    }

    static Dialect of(String version, Set<String> collations) {
        boolean mariaDb = version.contains("MariaDB");
        int major = Integer.parseInt(version.split("\\.")[0].replaceAll("[^0-9]", ""));
        return new Dialect(mariaDb, version, major, collations);
    }

    String product() {
        return (mariaDb ? "MariaDB " : "MySQL ") + version.split("-")[0];
    }

    /**
     * The collation under which two texts are equal when their bytes are, trailing blanks included; the oldest servers
     * have none that heeds the blanks.
     */
    String exactCollation() {
        for (String name : new String[] {"utf8mb4_nopad_bin", "utf8mb4_0900_bin"}) {
            if (collations.contains(name)) {
                return name;
            }
        }
        return "utf8mb4_bin";
    }

    /** Whether texts that this collation holds to be equal are the same bytes. */
    static boolean isExact(String collation) {
        return collation == null
                || collation.equals("binary")
                || collation.equals("utf8mb4_nopad_bin")
                || collation.equals("utf8mb4_0900_bin")
                || collation.equals("ascii_bin");
    }
}

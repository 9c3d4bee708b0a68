package io.penstock.model;

/** Whose type names, defaults and expressions a table is described in. Ordered for the wire: only add at the end. */
public enum Product {
    POSTGRESQL,
    MYSQL,
    MARIADB;

    /** True for MySQL and MariaDB. */
    public boolean isMySql() {
        return this != POSTGRESQL;
    }
}

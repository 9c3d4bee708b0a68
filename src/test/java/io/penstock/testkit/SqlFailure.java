package io.penstock.testkit;

import java.sql.SQLException;

/** A statement of a test failed; the message has the statement. */
public final class SqlFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int SHOWN = 500;

    private final String state;

    public SqlFailure(String sql, SQLException cause) {
        super(cause.getMessage() + "\nin: " + (sql.length() > SHOWN ? sql.substring(0, SHOWN) + " …" : sql), cause);
        this.state = cause.getSQLState() == null ? "" : cause.getSQLState();
    }

    /** The SQLSTATE, or empty. */
    public String state() {
        return state;
    }
}

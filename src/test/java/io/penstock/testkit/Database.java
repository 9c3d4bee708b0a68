package io.penstock.testkit;

import java.sql.Connection;
import java.util.List;

/** One database of a test server, of whichever product. */
public interface Database extends AutoCloseable {
    String name();

    /** As Penstock's configuration wants it. */
    String url();

    /** Of its URL: {@code postgresql}, {@code mysql} or {@code mariadb}. */
    String scheme();

    /** A new session; the caller closes it. */
    Connection connect();

    /** Runs any number of statements. */
    void execute(String sql);

    /** The rows as text; SQL NULL is null. */
    List<List<String>> query(String sql);

    /** The first column of the first row; null for SQL NULL and for no row. */
    String value(String sql);

    /** The same as a number. */
    long number(String sql);

    /** Drops the database with all that would hold it. */
    void dropForce();

    @Override
    void close();
}

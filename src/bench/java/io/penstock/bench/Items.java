package io.penstock.bench;

/** A table of middling width, for changes in bulk. */
final class Items {
    static final String TABLE = """
            CREATE TABLE items (id bigint PRIMARY KEY, name text NOT NULL, price numeric(10,2) NOT NULL,
                stock int NOT NULL, details jsonb, changed timestamptz NOT NULL)""";
    static final String COUNT = "SELECT count(*) FROM items";
    static final String UPDATE = "UPDATE items SET stock = stock + 1, changed = changed + interval '1 day'";
    static final String COUNT_UPDATED = "SELECT count(*) FROM items WHERE stock > 0";

    private Items() {}

    static String insert(long first, long last) {
        return """
                INSERT INTO items SELECT i, 'item ' || i, (i %% 10007) / 100.0, 0,
                    jsonb_build_object('colour', 'c' || i %% 17, 'size', i %% 50),
                    timestamptz '2026-01-01 00:00+00' + i * interval '1 second'
                FROM generate_series(%d, %d) i""".formatted(first, last);
    }
}

package io.penstock.demo.workload;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.SplittableRandom;

/**
 * What goes on in the {@linkplain ShopSchema shop}: orders come in and move on, prices change, products get another
 * key, old orders are deleted with their lines, events of the keyless table come, change and go, every transaction
 * counts on a hot row, and now and then one transaction is big.
 */
public final class ShopTraffic implements Traffic {
    private static final int BIG_TRANSACTION_ROWS = 2_000;

    private static final String NEW_ORDER = """
            INSERT INTO orders (customer_id, status, total, placed, note)
            SELECT id, 'new', 0, now(), ? FROM customers WHERE id >= ? ORDER BY id LIMIT 1 RETURNING id""";
    private static final String NEW_LINES = """
            INSERT INTO order_lines
            SELECT ?, row_number() OVER (), sku, ?, price
            FROM (SELECT sku, price FROM products WHERE sku >= ? ORDER BY sku LIMIT ? FOR KEY SHARE) p""";
    private static final String ORDER_TOTAL = """
            UPDATE orders SET total = (SELECT coalesce(sum(price * quantity), 0) FROM order_lines WHERE order_id = id)
            WHERE id = ?""";
    private static final String NEXT_STATUS = """
            UPDATE orders SET status = CASE status WHEN 'new' THEN 'paid' WHEN 'paid' THEN 'shipped'
                ELSE 'returned' END::order_status
            WHERE id = (SELECT id FROM orders WHERE id >= ? ORDER BY id LIMIT 1)""";
    private static final String NEW_PRICES = """
            UPDATE products SET price = round(price * ?::numeric, 2), changed = now()
            WHERE sku IN (SELECT sku FROM products WHERE sku >= ? ORDER BY sku LIMIT ? FOR UPDATE)""";
    private static final String NEW_SKU = """
            UPDATE products SET sku = 'P-' || lpad(?::text, 7, '0') || '-' || ?::text
            WHERE sku = (SELECT sku FROM products WHERE sku >= ? ORDER BY sku LIMIT 1)""";
    private static final String DELETE_ORDER =
            "DELETE FROM orders WHERE id = (SELECT id FROM orders WHERE id >= ? ORDER BY id LIMIT 1)";
    private static final String NEW_CUSTOMER = """
            INSERT INTO customers (email, name, profile, joined)
            VALUES ('new-' || ?::bigint || '@shop.example', 'New', jsonb_build_object('level', 0), now())
            ON CONFLICT (email) DO UPDATE SET joined = excluded.joined""";
    private static final String MOVE_CUSTOMER =
            "UPDATE customers SET profile = profile || '{\"moved\": true}', name = ? WHERE id = ?";
    private static final String NEW_EVENTS = """
            INSERT INTO events SELECT now(), 'visit', jsonb_build_object('page', ?::int) FROM generate_series(1, ?)""";
    private static final String CHANGE_EVENT = """
            UPDATE events SET kind = 'seen'
            WHERE ctid = (SELECT ctid FROM events ORDER BY at LIMIT 1 FOR UPDATE SKIP LOCKED)""";
    private static final String DELETE_EVENT = """
            DELETE FROM events
            WHERE ctid = (SELECT ctid FROM events ORDER BY at LIMIT 1 FOR UPDATE SKIP LOCKED)""";
    private static final String COUNT = "UPDATE counters SET value = value + 1 WHERE name = ?";

    private final int customers;
    private final int products;
    private final int orders;

    /** @param rows what the shop was filled with */
    public ShopTraffic(int rows) {
        this.customers = rows / 10;
        this.products = Math.max(100, rows / 100);
        this.orders = rows / 4;
    }

    @Override
    public void transaction(Connection connection, SplittableRandom random) throws SQLException {
        int choice = random.nextInt(1_000);
        if (choice < 420) {
            order(connection, random);
        } else if (choice < 640) {
            run(connection, NEXT_STATUS, 1 + random.nextLong(orders));
        } else if (choice < 760) {
            newPrices(connection, random, 5);
        } else if (choice < 840) {
            run(connection, MOVE_CUSTOMER, "Moved " + random.nextInt(100), 1 + random.nextLong(customers));
        } else if (choice < 880) {
            run(connection, NEW_CUSTOMER, random.nextLong(100_000));
        } else if (choice < 940) {
            run(connection, NEW_EVENTS, random.nextInt(100), 1 + random.nextInt(4));
        } else if (choice < 950) {
            run(connection, random.nextBoolean() ? CHANGE_EVENT : DELETE_EVENT);
        } else if (choice < 990) {
            run(connection, DELETE_ORDER, 1 + random.nextLong(orders));
        } else if (choice < 998) {
            // The suffix is wide enough that two products never meet in one key.
            run(connection, NEW_SKU, 1 + random.nextInt(products), random.nextLong(Long.MAX_VALUE), sku(random));
        } else if (choice < 999) {
            run(connection, NEW_EVENTS, random.nextInt(100), BIG_TRANSACTION_ROWS);
        } else {
            newPrices(connection, random, BIG_TRANSACTION_ROWS);
        }
        // Last, so that the hot row is locked for as short as can be.
        run(connection, COUNT, "counter " + random.nextInt(ShopSchema.COUNTERS));
    }

    private void newPrices(Connection connection, SplittableRandom random, int products) throws SQLException {
        run(connection, NEW_PRICES, 0.9 + random.nextInt(21) / 100.0, sku(random), products);
    }

    private void order(Connection connection, SplittableRandom random) throws SQLException {
        long order;
        try (PreparedStatement statement = connection.prepareStatement(NEW_ORDER)) {
            statement.setString(1, random.nextInt(5) == 0 ? longNote(random) : null);
            statement.setLong(2, 1 + random.nextLong(customers));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                order = row.getLong(1);
            }
        }
        run(connection, NEW_LINES, order, 1 + random.nextInt(9), sku(random), 1 + random.nextInt(4));
        run(connection, ORDER_TOTAL, order);
    }

    /** Random letters do not compress: beyond 2 kB PostgreSQL stores them apart and leaves them out of updates. */
    private static String longNote(SplittableRandom random) {
        StringBuilder text = new StringBuilder(4_000);
        while (text.length() < 4_000) {
            text.append(Long.toString(random.nextLong(), 36));
        }
        return text.toString();
    }

    private String sku(SplittableRandom random) {
        String digits = Integer.toString(1 + random.nextInt(products));
        return "P-" + "0".repeat(7 - digits.length()) + digits;
    }

    private static void run(Connection connection, String sql, Object... arguments) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < arguments.length; i++) {
                statement.setObject(i + 1, arguments[i]);
            }
            statement.executeUpdate();
        }
    }
}

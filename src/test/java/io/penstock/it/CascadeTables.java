package io.penstock.it;

import io.penstock.model.TableName;
import io.penstock.testkit.MysqlDatabase;
import io.penstock.testkit.SqlFailure;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Tables that are tied by foreign keys of many kinds, and statements that make the server change rows by itself. */
final class CascadeTables {
    static final List<String> NAMES = List.of(
            "owner", "item", "part", "label", "pair", "pair_child", "pair_deep", "note", "ring_a", "ring_b", "seen");

    private static final String[] SCHEMA = {
        "CREATE TABLE owner (id INT PRIMARY KEY, code VARCHAR(10), up INT, UNIQUE (code),"
                + " FOREIGN KEY (up) REFERENCES owner (id) ON DELETE CASCADE)",
        "CREATE TABLE item (id INT PRIMARY KEY, o INT, FOREIGN KEY (o) REFERENCES owner (id)"
                + " ON DELETE CASCADE ON UPDATE CASCADE)",
        "CREATE TABLE part (id INT PRIMARY KEY, i INT, FOREIGN KEY (i) REFERENCES item (id) ON DELETE CASCADE)",
        "CREATE TABLE label (id INT PRIMARY KEY, c VARCHAR(10), FOREIGN KEY (c) REFERENCES owner (code)"
                + " ON UPDATE CASCADE ON DELETE SET NULL)",
        "CREATE TABLE pair (a INT, b VARCHAR(5), PRIMARY KEY (a, b))",
        "CREATE TABLE pair_child (a INT, b VARCHAR(5), n INT, PRIMARY KEY (n, a, b), KEY (a, b, n),"
                + " FOREIGN KEY (a, b) REFERENCES pair (a, b) ON UPDATE CASCADE ON DELETE CASCADE)",
        "CREATE TABLE pair_deep (id INT PRIMARY KEY, a INT, b VARCHAR(5), n INT, FOREIGN KEY (a, b, n)"
                + " REFERENCES pair_child (a, b, n) ON UPDATE CASCADE ON DELETE SET NULL)",
        "CREATE TABLE note (o INT, t VARCHAR(9), FOREIGN KEY (o) REFERENCES owner (id)"
                + " ON DELETE SET NULL ON UPDATE SET NULL)",
        "CREATE TABLE ring_a (id INT PRIMARY KEY, b INT, KEY (b))",
        "CREATE TABLE ring_b (id INT PRIMARY KEY, a INT,"
                + " FOREIGN KEY (a) REFERENCES ring_a (id) ON DELETE CASCADE)",
        "ALTER TABLE ring_a ADD FOREIGN KEY (b) REFERENCES ring_b (id) ON DELETE CASCADE",
        "CREATE TABLE hidden (id INT PRIMARY KEY)",
        "CREATE TABLE seen (id INT PRIMARY KEY, h INT, FOREIGN KEY (h) REFERENCES hidden (id)"
                + " ON DELETE CASCADE ON UPDATE SET NULL)"
    };

    private static final int IDS = 30;

    private final MysqlDatabase database;
    private final Random random;

    CascadeTables(MysqlDatabase database, long seed) {
        this.database = database;
        this.random = new Random(seed);
    }

    void create() {
        Stream.of(SCHEMA).forEach(database::execute);
    }

    List<TableName> replicated() {
        return NAMES.stream().map(name -> new TableName(database.name(), name)).toList();
    }

    /** Statements of which the server refuses some; every few are one transaction. */
    void change(int statements) {
        for (int i = 0; i < statements; i++) {
            int many = random.nextInt(4);
            if (many > 0) {
                database.execute("BEGIN");
            }
            for (int n = 0; n <= many; n++) {
                try {
                    database.execute(statement());
                } catch (SqlFailure refused) {
                    // by a key: as good as another statement
                }
            }
            if (many > 0) {
                database.execute(random.nextInt(8) == 0 ? "ROLLBACK" : "COMMIT");
            }
        }
    }

    private String statement() {
        int id = random.nextInt(IDS);
        int other = random.nextInt(IDS);
        int row = random.nextInt(500);
        return switch (random.nextInt(26)) {
            case 0, 1 -> "INSERT IGNORE INTO owner VALUES (" + id + ", 'C" + id + "', NULL)";
            case 2 -> "INSERT INTO owner SELECT " + id + ", 'c" + id + "', id FROM owner WHERE id = " + other;
            case 3, 4, 5 -> "INSERT INTO item VALUES (" + row + ", " + id + "), (" + (row + 500) + ", " + id + ")";
            case 6, 7, 8 -> "INSERT INTO part SELECT id * 2, id FROM item WHERE o = " + id;
            case 9, 10 -> "INSERT INTO label SELECT " + row + ", lower(code) FROM owner WHERE id = " + id;
            case 11 -> "INSERT IGNORE INTO pair VALUES (" + id % 6 + ", 'x" + other % 3 + "')";
            case 12, 13 -> "INSERT INTO pair_child SELECT a, b, " + id + " FROM pair WHERE a = " + other % 6;
            case 14, 15 -> "INSERT INTO pair_deep SELECT " + row + " + a, a, b, n FROM pair_child WHERE n = " + id;
            case 16 -> "INSERT INTO note VALUES (" + id + ", 'n'), (" + id + ", 'n'), (NULL, 'm')";
            case 17 -> "INSERT INTO ring_a VALUES (" + row + ", NULL)";
            case 18 -> "INSERT INTO ring_b SELECT id + 1, id FROM ring_a ORDER BY id DESC LIMIT 2";
            case 19 -> "UPDATE ring_a SET b = (SELECT max(id) FROM ring_b) WHERE id % 3 = " + id % 3;
            case 20 -> "INSERT IGNORE INTO hidden VALUES (" + id + ")";
            case 21 -> "INSERT INTO seen SELECT " + row + ", id FROM hidden WHERE id = " + id;
            case 22 ->
                switch (id % 4) {
                    case 0 -> "DELETE FROM owner WHERE id = " + other;
                    case 1 -> "DELETE FROM owner WHERE id BETWEEN " + other + " AND " + (other + 4);
                    case 2 -> "REPLACE INTO owner VALUES (" + other + ", 'R" + row + "', NULL)";
                    default -> "DELETE i, o FROM owner o JOIN item i ON i.o = o.id WHERE o.id = " + other;
                };
            case 23 ->
                switch (id % 3) {
                    case 0 -> "UPDATE owner SET id = " + (other + IDS) + ", code = NULL WHERE id = " + other;
                    case 1 -> "UPDATE owner SET code = concat(code, '+') WHERE id > " + other;
                    default -> "UPDATE pair SET a = a + 10, b = 'y' WHERE a = " + other % 6 + " LIMIT 1";
                };
            case 24 ->
                switch (id % 4) {
                    case 0 -> "DELETE FROM pair WHERE a = " + other % 6;
                    case 1 -> "DELETE FROM ring_a WHERE id = (SELECT id FROM (SELECT max(id) id FROM ring_a) x)";
                    case 2 -> "DELETE FROM hidden WHERE id < " + other;
                    default -> "UPDATE hidden SET id = id + 100 WHERE id = " + other;
                };
            default -> "UPDATE item SET o = " + other + " WHERE id = " + row;
        };
    }

    /** With keys switched off the server does nothing by itself, and the rows stay without a parent. */
    void removeUnchecked() {
        database.execute("SET foreign_key_checks = 0; DELETE FROM owner WHERE id < 10; SET foreign_key_checks = 1");
    }
}

package io.penstock.chaos;

import io.penstock.model.TableName;
import io.penstock.testkit.TestDatabase;
import java.util.List;
import java.util.stream.Stream;

/** The tables of the kill test, and the witnesses on the target that no comparison of rows replaces. */
final class ChaosTables {
    static final List<TableName> ALL = Stream.of("accounts", "documents", "bag", "journal", "scratch", "events", "mass")
            .map(t -> new TableName("public", t))
            .toList();

    private ChaosTables() {}

    /** @param accounts rows that are there before the loop starts */
    static void create(TestDatabase source, int accounts) {
        source.execute("""
                CREATE TABLE accounts (id bigint PRIMARY KEY, owner text NOT NULL, amount numeric(20,4), note text);
                CREATE TABLE documents (id integer PRIMARY KEY, body text, version integer NOT NULL);
                ALTER TABLE documents ALTER body SET STORAGE EXTERNAL;
                CREATE TABLE bag (a integer, b text);
                ALTER TABLE bag REPLICA IDENTITY FULL;
                CREATE TABLE journal (n bigint, what text);
                CREATE TABLE scratch (id integer PRIMARY KEY, v text);
                CREATE TABLE events (id bigint PRIMARY KEY, v text);
                CREATE TABLE mass (id integer PRIMARY KEY, v text, n integer);
                """);
        source.execute("INSERT INTO accounts SELECT i, 'owner ' || i % 97, i, repeat('n', 50) FROM generate_series(1, "
                + accounts + ") i");
        source.execute("INSERT INTO documents SELECT i, repeat(md5(i::text), 200), 0 FROM generate_series(1, 50) i");
        source.execute("INSERT INTO bag SELECT i % 10, 'b' || i % 3 FROM generate_series(1, 300) i");
    }

    /**
     * Counts, in the same transaction, each effect that a row has on the two append-only tables. They only ever see
     * inserts on the source, so that effects and rows must be equal, and no other effect may be seen: an upsert that
     * hides a repetition shows here as an update.
     */
    static void watch(TestDatabase target) {
        target.execute("""
                CREATE SCHEMA witness;
                CREATE TABLE witness.effects (relation text NOT NULL, operation text NOT NULL);
                CREATE FUNCTION witness.note() RETURNS trigger LANGUAGE plpgsql AS
                  'BEGIN INSERT INTO witness.effects VALUES (TG_TABLE_NAME, TG_OP); RETURN NULL; END';
                """);
        for (String table : List.of("events", "journal")) {
            target.execute("CREATE TRIGGER witness AFTER INSERT OR UPDATE OR DELETE ON " + table
                    + " FOR EACH ROW EXECUTE FUNCTION witness.note();"
                    // Apply sessions run as replicas, for which ordinary triggers sleep.
                    + " ALTER TABLE " + table + " ENABLE ALWAYS TRIGGER witness");
        }
    }

    /** @return what the witnesses hold against the target; empty when nothing */
    static String testimony(TestDatabase source, TestDatabase target) {
        StringBuilder text = new StringBuilder();
        for (String table : List.of("events", "journal")) {
            long rows = source.number("SELECT count(*) FROM " + table);
            String seen = target.query("SELECT operation, count(*) FROM witness.effects WHERE relation = '" + table
                            + "' GROUP BY 1 ORDER BY 1")
                    .toString();
            String due = rows == 0 ? "[]" : "[[INSERT, " + rows + "]]";
            if (!seen.equals(due)) {
                text.append(table)
                        .append(": effects ")
                        .append(seen)
                        .append(", due ")
                        .append(due)
                        .append('\n');
            }
        }
        return text.toString();
    }
}

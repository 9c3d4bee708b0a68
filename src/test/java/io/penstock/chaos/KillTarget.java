package io.penstock.chaos;

import io.penstock.testkit.Database;
import io.penstock.testkit.Equality;
import io.penstock.testkit.MysqlDatabase;
import io.penstock.testkit.MysqlSql;
import io.penstock.testkit.NeutralDump;
import io.penstock.testkit.SqlFailure;
import io.penstock.testkit.TestDatabase;
import java.util.List;

/** What the kill test does to a target, and asks of it, on each product. */
interface KillTarget {
    Database database();

    /** Ends the loop's sessions. @return how many */
    int terminateSessions();

    /** @return whether the server was crashed */
    boolean crashServer();

    /** Sets up the witnesses. */
    void watch();

    /** @return what rows and witnesses hold against the target; empty when nothing */
    String judge(TestDatabase source);

    /** A database of PostgreSQL. */
    record Postgres(TestDatabase database) implements KillTarget {
        @Override
        public int terminateSessions() {
            return (int) database.terminateSessions("penstock%");
        }

        @Override
        public boolean crashServer() {
            return database.crashServer();
        }

        @Override
        public void watch() {
            ChaosTables.watch(database);
        }

        @Override
        public String judge(TestDatabase source) {
            Equality.Comparison rows = Equality.compare(source, database, ChaosTables.ALL);
            return (rows.isEqual() ? "" : rows + "\n") + ChaosTables.testimony(source, database);
        }
    }

    /** A database of MySQL or MariaDB. */
    record Mysql(MysqlDatabase database) implements KillTarget {
        @Override
        public int terminateSessions() {
            int ended = 0;
            for (List<String> row : database.query(
                    "SELECT connection FROM penstock.sessions WHERE IS_USED_LOCK(lock_name) = connection")) {
                try {
                    database.execute("KILL " + row.get(0));
                    ended++;
                } catch (SqlFailure gone) {
                    // It went by itself.
                }
            }
            return ended;
        }

        /** The embedded server is the whole suite's. */
        @Override
        public boolean crashServer() {
            return false;
        }

        @Override
        public void watch() {
            database.execute("CREATE TABLE witness (relation varchar(20), operation varchar(20))");
            for (String table : List.of("events", "journal")) {
                for (String operation : List.of("INSERT", "UPDATE", "DELETE")) {
                    database.execute("CREATE TRIGGER " + table + "_" + operation + " AFTER " + operation + " ON "
                            + table + " FOR EACH ROW INSERT INTO witness VALUES ('" + table + "', '" + operation
                            + "')");
                }
            }
        }

        @Override
        public String judge(TestDatabase source) {
            StringBuilder text = new StringBuilder();
            ChaosTables.ALL.forEach(table -> text.append(NeutralDump.difference(source, database, table)));
            for (String table : List.of("events", "journal")) {
                long rows = source.number("SELECT count(*) FROM " + table);
                String seen = database.query("SELECT operation, COUNT(*) FROM witness WHERE relation = "
                                + MysqlSql.literal(table) + " GROUP BY 1 ORDER BY 1")
                        .toString();
                String due = rows == 0 ? "[]" : "[[INSERT, " + rows + "]]";
                text.append(seen.equals(due) ? "" : table + ": effects " + seen + ", due " + due + "\n");
            }
            return text.toString();
        }
    }
}

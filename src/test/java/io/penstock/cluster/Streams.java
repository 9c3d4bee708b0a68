package io.penstock.cluster;

import io.penstock.model.TableName;
import io.penstock.stamp.Stamp;
import io.penstock.testkit.Equality;
import io.penstock.testkit.Eventually;
import io.penstock.testkit.LoopStatus;
import io.penstock.testkit.LoopYaml;
import io.penstock.testkit.SourceLog;
import io.penstock.testkit.TestDatabase;
import io.penstock.testkit.TestPostgres;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Several loops between two databases, each with a schema of its own, and a witness on the target that notes of each
 * effect which reign had it.
 */
final class Streams implements AutoCloseable {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final TestDatabase source = TestPostgres.shared().createDatabase("cluster_s");
    private final TestDatabase target = TestPostgres.target().createDatabase("cluster_t");
    private final List<String> loops = new ArrayList<>();

    Streams(int number) {
        String run = ProcessHandle.current().pid() + "-" + NUMBERS.incrementAndGet();
        for (int i = 1; i <= number; i++) {
            loops.add("l" + i + "-" + run);
            source.execute(
                    "CREATE SCHEMA s" + i + "; CREATE TABLE s" + i + ".rows (id bigint PRIMARY KEY, v text, n int);"
                            + " CREATE TABLE s" + i + ".journal (n bigint, what text);"
                            + " INSERT INTO s" + i + ".rows SELECT i, 'row ' || i, 0 FROM generate_series(1, 500) i");
        }
    }

    TestDatabase source() {
        return source;
    }

    TestDatabase target() {
        return target;
    }

    List<String> loops() {
        return loops;
    }

    /** The configuration of a node with all loops. */
    LoopYaml config() {
        LoopYaml all = null;
        for (int i = 0; i < loops.size(); i++) {
            LoopYaml one = LoopYaml.loop(loops.get(i), source, target)
                    .patterns("s" + (i + 1) + ".*")
                    .set("mode", "serial")
                    .set("retryDelay", "1s");
            all = all == null ? one : all.with(one);
        }
        return all;
    }

    /** From now on each row that comes to a journal is noted, with the session it came by. */
    void watch() {
        target.execute("""
                CREATE SCHEMA witness;
                CREATE TABLE witness.effects (relation text NOT NULL, operation text NOT NULL, session text NOT NULL,
                  at timestamptz NOT NULL);
                CREATE FUNCTION witness.note() RETURNS trigger LANGUAGE plpgsql AS
                  'BEGIN INSERT INTO witness.effects VALUES (TG_TABLE_SCHEMA, TG_OP,
                     current_setting(''application_name''), clock_timestamp()); RETURN NULL; END';
                """);
        for (int i = 1; i <= loops.size(); i++) {
            target.execute("CREATE TRIGGER witness AFTER INSERT OR UPDATE OR DELETE ON s" + i + ".journal"
                    + " FOR EACH ROW EXECUTE FUNCTION witness.note();"
                    + " ALTER TABLE s" + i + ".journal ENABLE ALWAYS TRIGGER witness");
        }
    }

    /** The epoch that reigns over a loop. */
    long epoch(String loop) {
        return target.number("SELECT epoch FROM penstock.loops WHERE name = '" + loop + "'");
    }

    /** Effects of the reigns up to an epoch. */
    long effects(String loop, long upToEpoch) {
        return target.number("SELECT count(*) FROM witness.effects WHERE session LIKE 'penstock/" + loop
                + "/%' AND split_part(session, '/', 3)::bigint <= " + upToEpoch);
    }

    /** Milliseconds from a moment to the first effect of a reign after an epoch. */
    long millisToEffectAfter(String loop, long epoch, java.time.Instant moment) {
        return Eventually.becomes(
                        "an effect of a reign of " + loop + " after " + epoch,
                        Duration.ofSeconds(60),
                        () -> target.query("SELECT floor(extract(epoch FROM min(at) - '" + moment
                                + "'::timestamptz) * 1000)::bigint FROM witness.effects WHERE session LIKE 'penstock/"
                                + loop
                                + "/%' AND split_part(session, '/', 3)::bigint > " + epoch),
                        rows -> rows.get(0).get(0) != null)
                .stream()
                .map(row -> Long.parseLong(row.get(0)))
                .findFirst()
                .orElseThrow();
    }

    /** Waits until everything is applied; then rows are equal, and each journal row had one effect: its insert. */
    void assertEqual(Supplier<List<LoopStatus>> statuses, Duration limit) {
        Stamp end = SourceLog.end(source);
        Eventually.becomes(
                "everything is applied",
                limit,
                statuses::get,
                all -> all.size() == loops.size() && all.stream().allMatch(s -> SourceLog.covers(s, end)));
        List<TableName> tables = new ArrayList<>();
        StringBuilder problems = new StringBuilder();
        for (int i = 1; i <= loops.size(); i++) {
            String schema = "s" + i;
            Stream.of("rows", "journal").map(t -> new TableName(schema, t)).forEach(tables::add);
            long due = source.number("SELECT count(*) FROM " + schema + ".journal");
            List<List<String>> seen = target.query(
                    "SELECT operation, count(*) FROM witness.effects WHERE relation = '" + schema + "' GROUP BY 1");
            if (!seen.equals(List.of(List.of("INSERT", Long.toString(due))))) {
                problems.append(schema)
                        .append(": effects ")
                        .append(seen)
                        .append(", due ")
                        .append(due)
                        .append('\n');
            }
        }
        Equality.Comparison rows = Equality.compare(source, target, tables);
        if (!rows.isEqual() || problems.length() > 0) {
            throw new AssertionError(rows + "\n" + problems);
        }
    }

    @Override
    public void close() {
        source.dropForce();
        target.dropForce();
    }
}

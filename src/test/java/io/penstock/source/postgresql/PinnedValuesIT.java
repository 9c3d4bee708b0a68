package io.penstock.source.postgresql;

import static io.penstock.source.postgresql.SourceFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.KeyRange;
import io.penstock.model.Mutation.Insert;
import io.penstock.model.TableName;
import io.penstock.model.Tuple;
import io.penstock.source.Backfiller.Chunk;
import io.penstock.source.Backfiller.ChunkReader;
import io.penstock.source.ChangeFeed;
import io.penstock.source.Dialect.KnownPosition;
import io.penstock.stamp.LsnStamp;
import java.nio.charset.StandardCharsets;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One text for a value, whatever the database says and whichever way the value comes. */
class PinnedValuesIT {
    private static final String EXPECTED =
            "1\t2024-02-01\t2024-01-31 15:00:00+00\t1 year 2 mons -3 days\t0.30000000000000004\t\\x00ff\t$1.50\t<a/>b";

    /** The driver tells the server the JVM's zone. */
    private final TimeZone zone = TimeZone.getDefault();

    @BeforeEach
    void moveTheClock() {
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
    }

    @AfterEach
    void moveTheClockBack() {
        TimeZone.setDefault(zone);
    }

    @Test
    void copyStreamAndWindowsPrintAlikeUnderOddSettings() throws Exception {
        try (SourceFixture source = new SourceFixture()) {
            for (String setting : new String[] {
                "DateStyle = 'SQL, DMY'", "IntervalStyle = 'iso_8601'", "extra_float_digits = -10",
                "bytea_output = 'escape'", "TimeZone = 'Asia/Tokyo'", "xmloption = 'document'",
                "search_path = public", "statement_timeout = '50ms'", "lc_monetary = 'C'"
            }) {
                source.run("ALTER DATABASE " + source.database + " SET " + setting);
            }
            source.run(
                    "CREATE TABLE t (id int PRIMARY KEY, d date, ts timestamptz, i interval, f float8, b bytea, m money, x text)",
                    "CREATE TABLE filler (v text)");
            String values = ", '2024-02-01', '2024-02-01 00:00+09', '1 year 2 mons -3 days', 0.1::float8 + 0.2,"
                    + " '\\x00ff', '1.5', '<a/>b')";
            source.run("INSERT INTO t VALUES (1" + values);
            PostgresDialect dialect = source.loop("public.t").backfill().dialect();
            LsnStamp start =
                    (LsnStamp) await(dialect.prepare(KnownPosition.FRESH)).start();
            try (ChunkReader reader = dialect.backfiller().reader();
                    Chunk chunk = reader.open(new TableName("public", "t"), KeyRange.ALL)) {
                assertThat(new String(chunk.next(), StandardCharsets.UTF_8)
                                .strip()
                                .replace("\\\\", "\\"))
                        .isEqualTo(EXPECTED);
            }
            source.run("INSERT INTO t VALUES (2" + values);
            assertThat(streamed(dialect, start)).isEqualTo(EXPECTED.replaceFirst("1", "2"));
            source.run("INSERT INTO filler SELECT repeat('x', 1000) FROM generate_series(1, 20000)");
            assertThat(Backlog.isWorthWindows(source.connect(), start.end())).isTrue();
            assertThat(streamed(dialect, start)).isEqualTo(EXPECTED.replaceFirst("1", "2"));
        }
    }

    private static String streamed(PostgresDialect dialect, LsnStamp from) {
        RecordingSink sink = new RecordingSink();
        ChangeFeed feed = dialect.feed();
        await(feed.start(from, sink));
        sink.awaitCommits(1);
        await(feed.stop());
        Tuple row = ((Insert) sink.mutations().get(1)).row();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            text.append(i == 0 ? "" : "\t").append(row.text(i));
        }
        return text.toString();
    }
}

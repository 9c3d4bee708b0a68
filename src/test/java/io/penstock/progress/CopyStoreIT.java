package io.penstock.progress;

import static io.penstock.progress.ProgressPostgres.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.model.Epoch;
import io.penstock.model.KeyRange;
import io.penstock.model.LoopName;
import io.penstock.model.TableName;
import io.penstock.stamp.LsnStamp;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CopyStoreIT {
    private static final LoopName SHOP = new LoopName("shop");
    private static final TableName ITEMS = new TableName("public", "items");
    private static final TableName ODD = new TableName("a \"b", "'c");

    private ProgressPostgres postgres;
    private ProgressStore store;
    private CopyStore copies;

    @BeforeEach
    void install() throws Exception {
        postgres = new ProgressPostgres();
        store = new ProgressStore(postgres, ProgressSql.postgresql());
        done(store.install());
        copies = store.copies(SHOP, done(store.raise(SHOP, "node")).epoch());
    }

    @AfterEach
    void close() throws Exception {
        postgres.close();
    }

    private static CopiedChunk chunk(TableName table, int number, List<String> lower, List<String> upper) {
        LsnStamp position = new LsnStamp(number, number + 1);
        return new CopiedChunk(table, number, new KeyRange(lower, upper), "7:7:", position);
    }

    private void write(CopiedChunk chunk) {
        done(postgres.transaction(List.of(copies.guard(), copies.copied(chunk))));
    }

    @Test
    void chunks_come_back_as_they_were_written() {
        done(copies.begin(List.of(ITEMS, ODD)));
        CopiedChunk first = chunk(ITEMS, 0, null, List.of("1", "it's \"odd\", \\"));
        CopiedChunk third = chunk(ITEMS, 2, List.of("5", ""), null);
        write(first);
        write(third);
        assertThat(done(copies.load()).tables()).isEqualTo(Map.of(ITEMS, List.of(first, third), ODD, List.of()));
        done(copies.forget(ITEMS, 0));
        assertThat(done(copies.load()).tables().get(ITEMS)).containsExactly(third);
        done(copies.begin(List.of(ITEMS)));
        assertThat(done(copies.load()).tables().get(ITEMS)).isEmpty();
        done(copies.end(List.of(ITEMS)));
        assertThat(done(copies.load()).tables()).containsOnlyKeys(ODD);
    }

    @Test
    void a_part_is_durable_when_its_own_mark_is_there() {
        done(copies.begin(List.of(ITEMS, ODD)));
        CopiedChunk chunk = chunk(ITEMS, 0, null, List.of("5"));
        assertThat(done(copies.settle(chunk))).as("not yet").isFalse();
        assertThat(done(copies.load()).tables().get(ITEMS))
                .as("asking leaves nothing")
                .isEmpty();
        write(chunk);
        assertThat(done(copies.settle(chunk))).isTrue();
        assertThat(done(copies.load()).tables().get(ITEMS)).containsExactly(chunk);
        CopiedChunk other = new CopiedChunk(ITEMS, 0, chunk.range(), "9:9:", chunk.position());
        assertThat(done(copies.settle(other))).as("of another reading").isFalse();
        assertThat(done(copies.settle(chunk(ODD, 0, null, null))))
                .as("of another table")
                .isFalse();
    }

    @Test
    void whether_a_part_is_durable_is_not_told_before_its_commit_has_ended() {
        done(copies.begin(List.of(ITEMS)));
        for (String end : List.of("COMMIT", "ROLLBACK")) {
            CopiedChunk chunk = chunk(ITEMS, end.length(), null, null);
            SqlConnection open = postgres.begin();
            done(ProgressPostgres.run(open, copies.copied(chunk)));
            Future<Boolean> settled = copies.settle(chunk);
            postgres.awaitWaiting(1, "INSERT INTO penstock.chunks%");
            assertThat(settled.isComplete()).isFalse();
            done(open.query(end).execute());
            assertThat(done(settled)).isEqualTo(end.equals("COMMIT"));
            done(open.close());
        }
    }

    @Test
    void loops_do_not_see_each_other() {
        LoopName other = new LoopName("other");
        CopyStore others = store.copies(other, done(store.raise(other, "node")).epoch());
        done(others.begin(List.of(ITEMS)));
        done(copies.begin(List.of(ITEMS)));
        write(chunk(ITEMS, 0, null, null));
        assertThat(done(others.load()).tables()).isEqualTo(Map.of(ITEMS, List.of()));
        done(others.end(List.of(ITEMS)));
        assertThat(done(copies.load()).tables().get(ITEMS)).hasSize(1);
    }

    @Test
    void a_reign_that_is_over_writes_nothing() {
        done(copies.begin(List.of(ITEMS)));
        Epoch next = done(store.raise(SHOP, "node")).epoch();
        for (Runnable write : List.<Runnable>of(
                () -> done(copies.begin(List.of(ODD))),
                () -> done(copies.end(List.of(ITEMS))),
                () -> done(copies.forget(ITEMS, 0)),
                () -> done(copies.settle(chunk(ITEMS, 0, null, null))),
                () -> write(chunk(ITEMS, 0, null, null)))) {
            assertThatExceptionOfType(TargetException.class)
                    .isThrownBy(write::run)
                    .matches(e -> e.kind() == Kind.FENCED);
        }
        assertThat(done(store.copies(SHOP, next).load()).tables()).isEqualTo(Map.of(ITEMS, List.of()));
    }
}

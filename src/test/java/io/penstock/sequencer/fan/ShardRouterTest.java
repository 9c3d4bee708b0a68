package io.penstock.sequencer.fan;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.Column;
import io.penstock.model.Mutation.Delete;
import io.penstock.model.Mutation.Insert;
import io.penstock.model.Mutation.Update;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.stamp.LsnStamp;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShardRouterTest {
    private static final LsnStamp AT = new LsnStamp(1, 1);
    private static final int SHARDS = 8;

    private final TableSchema keyed = table("keyed", List.of(0));
    private final TableSchema keyless = table("keyless", List.of());
    private final ShardRouter router = new ShardRouter(SHARDS, Map.of());

    @Test
    void the_hash_never_changes() {
        // These numbers are part of what progress rows mean. A failure here is a new hash version, not a new number.
        assertThat(KeyHash.of("public.t")).isEqualTo(-1_035_212_942_414_355_417L);
        assertThat(KeyHash.of(1L, Tuple.of("42", "x"), new int[] {0})).isEqualTo(-4_873_721_828_951_420_572L);
    }

    @Test
    void all_changes_of_a_key_go_to_one_shard() {
        for (int id = 0; id < 500; id++) {
            String key = Integer.toString(id);
            int shard = router.route(new Insert(AT, 1, keyed, Tuple.of(key, "a")));
            assertThat(router.route(new Update(AT, 2, keyed, null, Tuple.of(key, "b"))))
                    .isEqualTo(shard);
            assertThat(router.route(new Delete(AT, 3, keyed, Tuple.of(key, null))))
                    .isEqualTo(shard);
            assertThat(shard).isBetween(0, SHARDS - 1);
        }
    }

    @Test
    void keys_spread_evenly() {
        int[] count = new int[SHARDS];
        IntStream.range(0, 800_000)
                .forEach(id -> count[router.route(new Insert(AT, 1, keyed, Tuple.of("" + id, "")))]++);
        assertThat(java.util.Arrays.stream(count).boxed()).allMatch(n -> n >= 80_000 && n <= 120_000);
    }

    @Test
    void neighbours_share_a_shard_where_keys_are_whole_numbers() {
        int[] key = {0};
        assertThat(KeyHash.of(0, Tuple.of("1200"), key)).isEqualTo(KeyHash.of(0, Tuple.of("1299"), key));
        assertThat(KeyHash.of(0, Tuple.of("1200"), key)).isNotEqualTo(KeyHash.of(0, Tuple.of("1300"), key));
        assertThat(KeyHash.of(0, Tuple.of("12"), key)).isNotEqualTo(KeyHash.of(0, Tuple.of("13"), key));
        assertThat(KeyHash.of(0, Tuple.of("12ab"), key)).isNotEqualTo(KeyHash.of(0, Tuple.of("12cd"), key));
        assertThat(KeyHash.of(0, Tuple.of("129", "7"), new int[] {0, 1}))
                .isNotEqualTo(KeyHash.of(0, Tuple.of("128", "7"), new int[] {0, 1}));
    }

    @Test
    void values_do_not_run_together() {
        TableSchema two = table("two", List.of(0, 1));
        long ab = KeyHash.of(0, Tuple.of("ab", "c"), two.keyIndexes());
        long a = KeyHash.of(0, Tuple.of("a", "bc"), two.keyIndexes());
        assertThat(ab).isNotEqualTo(a);
    }

    @Test
    void a_row_that_moves_is_a_barrier() {
        Update moves = new Update(AT, 1, keyed, Tuple.of("1", null), Tuple.of("2", "x"));
        assertThat(router.route(moves)).isEqualTo(ShardRouter.BARRIER);
    }

    @Test
    void rows_of_a_keyless_table_stay_together() {
        assertThat(IntStream.range(0, 100)
                        .map(i -> router.route(new Insert(AT, 1, keyless, Tuple.of("" + i, ""))))
                        .distinct())
                .hasSize(1);
    }

    @Test
    void tables_of_one_family_stay_together() {
        ShardRouter families = new ShardRouter(
                SHARDS, Map.of(keyed.name(), "public.parent", new TableName("public", "child"), "public.parent"));
        TableSchema child = table("child", List.of(0));
        assertThat(IntStream.range(0, 100)
                        .mapToObj(i -> List.of(
                                families.route(new Insert(AT, 1, keyed, Tuple.of("" + i, ""))),
                                families.route(new Insert(AT, 1, child, Tuple.of("" + i, "")))))
                        .flatMap(List::stream)
                        .distinct())
                .hasSize(1);
    }

    private static TableSchema table(String name, List<Integer> key) {
        return new TableSchema(
                new TableName("public", name),
                1,
                List.of(new Column("id", "integer", 1), new Column("v", "text", 2)),
                key,
                key.isEmpty());
    }
}

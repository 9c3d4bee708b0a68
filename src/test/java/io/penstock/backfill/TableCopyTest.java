package io.penstock.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.KeyRange;
import io.penstock.progress.CopiedChunk;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableCopyTest {
    private final TableCopy copy = new TableCopy(FilterFixture.table(FilterFixture.T, 7, "bigint"));

    private static CopiedChunk finished(int number, String lower, String upper) {
        return new CopiedChunk(
                FilterFixture.T,
                number,
                new KeyRange(lower == null ? null : List.of(lower), upper == null ? null : List.of(upper)),
                "5",
                FilterFixture.stamp(number));
    }

    private void restore(CopiedChunk... chunks) {
        copy.restore(List.of(chunks), text -> FilterFixture.moment(Long.parseLong(text)));
    }

    @Test
    void a_copy_goes_on_behind_what_is_finished_and_in_the_gaps() {
        restore(finished(5, "50", "60"), finished(1, "10", "20"));
        assertThat(copy.chunks()).extracting(CopyChunk::number).containsExactly(0, 1, 2, 5);
        assertThat(copy.chunks().get(0).range()).isEqualTo(new KeyRange(null, List.of("10")));
        assertThat(copy.chunks().get(2).range()).isEqualTo(new KeyRange(List.of("20"), List.of("50")));
        assertThat(copy.nextPending().number()).isZero();
        assertThat(copy.isPlanned()).isFalse();
        assertThat(copy.plan(null).range()).isEqualTo(new KeyRange(List.of("60"), null));
        assertThat(copy.isPlanned()).isTrue();
        assertThat(copy.divided()).isTrue();
        assertThat(copy.position()).isEqualTo(FilterFixture.stamp(5));
    }

    @Test
    void a_table_in_one_piece_is_done_or_not_begun() {
        restore();
        assertThat(copy.divided()).isNull();
        assertThat(copy.isDone()).isFalse();
        restore(finished(0, null, null));
        assertThat(copy.divided()).isFalse();
        assertThat(copy.isDone()).isTrue();
    }

    @Test
    void a_chunk_that_is_read_again_opens_the_table_again() {
        restore(finished(0, null, "10"), finished(1, "10", null));
        assertThat(copy.isDone()).isTrue();
        copy.again(copy.chunks().get(0));
        assertThat(copy.isDone()).isFalse();
        assertThat(copy.reread()).isOne();
    }

    @Test
    void the_size_of_chunks_follows_the_width_of_rows() {
        ChunkSize size = new ChunkSize();
        assertThat(size.rows()).isEqualTo(2_000);
        size.measured(10, 10 << 20);
        assertThat(size.rows()).isEqualTo(16);
        size.measured(10_000_000, 10_000_000);
        assertThat(size.rows()).isEqualTo(100_000);
    }
}

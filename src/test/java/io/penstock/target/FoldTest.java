package io.penstock.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.model.Column;
import io.penstock.model.Mutation.Delete;
import io.penstock.model.Mutation.Insert;
import io.penstock.model.Mutation.RowMutation;
import io.penstock.model.Mutation.Update;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.stamp.LsnStamp;
import io.penstock.stamp.Stamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FoldTest {
    private static final Stamp STAMP = LsnStamp.before(100);
    private static final TableSchema KEYED = table("keyed", List.of(1), false);
    private static final TableSchema OTHER = table("another", List.of(1), false);
    private static final TableSchema KEYLESS = table("keyless", List.of(), true);

    @Test
    void endsLikeRowByRowWhateverTheSequence() {
        for (int seed = 0; seed < 3_000; seed++) {
            Random random = new Random(seed);
            List<NaiveTable> tables = List.of(new NaiveTable(KEYED), new NaiveTable(OTHER), new NaiveTable(KEYLESS));
            for (NaiveTable table : tables) {
                for (int i = 0; i < 3; i++) {
                    table.mutate(random);
                }
            }
            List<NaiveTable> folded = tables.stream().map(NaiveTable::copy).toList();
            List<RowMutation> mutations = new ArrayList<>();
            for (int i = 0; i < random.nextInt(40); i++) {
                mutations.add(tables.get(random.nextInt(3)).mutate(random));
            }
            for (Stretch stretch : Fold.of(mutations, t -> true)) {
                folded.forEach(table -> table.apply(stretch));
            }
            for (int i = 0; i < 3; i++) {
                assertThat(folded.get(i).content())
                        .as("seed %d", seed)
                        .isEqualTo(tables.get(i).content());
            }
        }
    }

    @Test
    void updateKeepsWhatItDidNotSend() {
        TableChanges.Keyed changes = fold(insert("a", "1", "long"), update("b", "1", "-"));
        assertThat(changes.inserts()).containsExactly(Tuple.of("b", "1", "long"));
        assertThat(changes.partials()).isEmpty();
    }

    @Test
    void insertThenDeleteIsADeleteThatNeedNotFindARow() {
        TableChanges.Keyed changes = fold(insert("a", "1", "x"), delete("1"), delete("2"));
        assertThat(changes.deletes()).hasSize(2);
        assertThat(changes.deletesExpected()).isEqualTo(1);
    }

    @Test
    void partialUpdatesAreGroupedByWhatTheySent() {
        TableChanges.Keyed changes =
                fold(update("a", "1", "-"), update("-", "2", "b"), update("c", "3", "-"), update("-", "1", "d"));
        assertThat(changes.upserts()).containsExactly(Tuple.of("a", "1", "d"));
        assertThat(changes.partials()).extracting(p -> p.rows().size()).containsExactly(1, 1);
    }

    @Test
    void aRowIsNewOnlyWhereItsInsertCameFirst() {
        TableChanges.Keyed changes =
                fold(insert("a", "1", "x"), delete("2"), insert("b", "2", "x"), update("c", "3", "x"));
        assertThat(changes.inserts()).containsExactly(Tuple.of("a", "1", "x"));
        assertThat(changes.upserts()).containsExactly(Tuple.of("b", "2", "x"), Tuple.of("c", "3", "x"));
    }

    @Test
    void rowsAreSortedShorterKeysFirst() {
        TableChanges.Keyed changes = fold(
                insert("", "10", ""), insert("", "9", ""), insert("", "123456789", ""), insert("", "123456788", ""));
        assertThat(changes.inserts())
                .extracting(row -> row.text(1))
                .containsExactly("9", "10", "123456788", "123456789");
    }

    @Test
    void adjacentMovesFormOneStretch() {
        List<Stretch> stretches = Fold.of(
                List.of(insert("a", "1", "x"), move("3", "4"), move("2", "3"), insert("a", "2", "x")), t -> true);
        assertThat(stretches).hasSize(3);
        assertThat(((Stretch.Moves) stretches.get(1)).updates()).hasSize(2);
    }

    @Test
    void aMoveFromWhereAnotherHasGoneWaitsForIt() {
        List<RowMutation> swap = List.of(move("1", "-1"), move("2", "1"), move("-1", "2"));
        assertThat(Fold.of(swap, t -> true)).hasSize(2);
    }

    @Test
    void manyMovesFormOneStretch() {
        List<RowMutation> shift = new ArrayList<>();
        for (int i = 1_000; i > 0; i--) {
            shift.add(move("" + i, "" + (i + 1)));
        }
        assertThat(Fold.of(shift, t -> true)).hasSize(1);
    }

    @Test
    void tablesThatCanNotBeFoldedStayAsTheyAre() {
        List<Stretch> stretches = Fold.of(List.of(insert("a", "1", "x"), insert("b", "1", "x")), t -> false);
        assertThat(stretches).singleElement().isInstanceOf(Stretch.InOrder.class);
    }

    @Test
    void partialUpdateOfADeletedRowIsNotFolded() {
        assertThat(Fold.of(List.of(delete("1"), update("a", "1", "-")), t -> true))
                .hasSize(2);
    }

    @Test
    void sameShapeInTwoInstancesIsOneTable() {
        TableSchema twin = table("keyed", List.of(1), false);
        RowMutation second = new Insert(STAMP, 1, twin, Tuple.of("b", "1", "y"));
        assertThat(Fold.of(List.of(insert("a", "1", "x"), second), t -> true)).hasSize(1);
    }

    @Test
    void aMoveOfOneTableDoesNotCutWhatIsFoldedOfAnother() {
        TableSchema other = new TableSchema(
                new io.penstock.model.TableName("public", "other"), 2, KEYED.columns(), KEYED.key(), false);
        RowMutation before = new Insert(STAMP, 1, other, Tuple.of("a", "1", "x"));
        RowMutation move = new Update(STAMP, 2, KEYED, Tuple.of("a", "1", "x"), Tuple.of("a", "2", "x"));
        RowMutation after = new Insert(STAMP, 3, other, Tuple.of("a", "2", "x"));
        List<Stretch> stretches = Fold.of(List.of(before, move, after), t -> true);
        assertThat(stretches).hasSize(2);
        assertThat(stretches).filteredOn(Stretch.Folded.class::isInstance).singleElement();
    }

    @Test
    void anotherShapeOfTheTableCutsTheList() {
        TableSchema wider = new TableSchema(
                KEYED.name(), 1, List.of(new Column("k", "text", 2), new Column("a", "text", 1)), List.of(0), false);
        RowMutation second = new Insert(STAMP, 1, wider, Tuple.of("1", "y"));
        assertThat(Fold.of(List.of(insert("a", "1", "x"), second), t -> true)).hasSize(2);
    }

    @Test
    void keylessChangeWithoutItsRowIsRefused() {
        RowMutation blind = new Update(STAMP, 7, KEYLESS, null, Tuple.of("a", "b", "c"));
        assertThatThrownBy(() -> Fold.of(List.of(blind), t -> true))
                .isInstanceOf(TargetException.class)
                .hasMessageContaining("keyless")
                .hasMessageContaining("#7");
    }

    private static TableChanges.Keyed fold(RowMutation... mutations) {
        Stretch.Folded folded =
                (Stretch.Folded) Fold.of(List.of(mutations), t -> true).get(0);
        return (TableChanges.Keyed) folded.changes();
    }

    private static TableSchema table(String name, List<Integer> key, boolean full) {
        List<Column> columns =
                List.of(new Column("a", "text", 1), new Column("k", "text", 2), new Column("b", "text", 3));
        return new TableSchema(new TableName("public", name), 1, columns, key, full);
    }

    private static Insert insert(String... row) {
        return new Insert(STAMP, 1, KEYED, NaiveTable.tuple(row));
    }

    private static Update update(String... row) {
        return new Update(STAMP, 1, KEYED, null, NaiveTable.tuple(row));
    }

    private static Update move(String from, String to) {
        return new Update(STAMP, 1, KEYED, NaiveTable.tuple("-", from, "-"), NaiveTable.tuple("m", to, "-"));
    }

    private static Delete delete(String key) {
        return new Delete(STAMP, 1, KEYED, NaiveTable.tuple("-", key, "-"));
    }
}

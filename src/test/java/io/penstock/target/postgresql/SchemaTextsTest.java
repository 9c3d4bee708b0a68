package io.penstock.target.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.model.Column;
import io.penstock.model.QualifiedName;
import io.penstock.model.TypeDefinition.EnumType;
import io.penstock.target.ShapeDifference;
import io.penstock.target.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Texts that are read or written without a server. */
class SchemaTextsTest {
    @Test
    void an_index_statement_is_taken_apart_whatever_its_names() {
        IndexStatement index = IndexStatement.parse(
                "CREATE UNIQUE INDEX \"odd \"\" ON ONLY\" ON ONLY \"My.s\".\"t \"\"\" USING btree (a, \"B c\")");
        assertThat(index.name()).isEqualTo("odd \" ON ONLY");
        assertThat(index.createIfMissing())
                .isEqualTo(
                        "CREATE UNIQUE INDEX IF NOT EXISTS \"odd \"\" ON ONLY\" ON \"My.s\".\"t \"\"\" USING btree (a,"
                                + " \"B c\")");
        assertThat(index.isOn(List.of("a", "B c"))).isTrue();
        assertThat(index.isOn(List.of("a"))).isFalse();
        assertThat(IndexStatement.parse("CREATE INDEX i ON s.t USING btree (a) WHERE b")
                        .isOn(List.of("a")))
                .isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> IndexStatement.parse("CREATE TABLE t ()"));
    }

    @Test
    void type_texts_give_their_names() {
        assertThat(TypeText.nameOf("character varying(20)[]")).isNull();
        assertThat(TypeText.nameOf("\"char\"")).isNull();
        assertThat(TypeText.nameOf("public.mood[]")).isEqualTo(new QualifiedName("public", "mood"));
        assertThat(TypeText.nameOf("\"My.s\".\"p \"\"q\"(3,4)")).isEqualTo(new QualifiedName("My.s", "p \"q"));
    }

    @Test
    void placeholders_become_the_drivers_but_not_in_quotes() {
        List<Object> arguments = new ArrayList<>();
        assertThat(JdbcSession.placeholders(
                        Statement.of("SELECT $2, '$1 ?', \"a$1\", x ? 'k', $1::text, $2", "one", 2L), arguments))
                .isEqualTo("SELECT ?, '$1 ?', \"a$1\", x ?? 'k', ?::text, ?");
        assertThat(arguments).containsExactly(2L, "one", 2L);
    }

    @Test
    void labels_that_changed_places_with_unknown_ones_are_renamed_only_when_alone() {
        EnumType source = new EnumType(new QualifiedName("s", "e"), List.of("a", "x", "y", "c", "z"));
        List<String> target = List.of("a", "b", "c", "d");
        assertThat(TypeChanges.renames(source, target, Map.of())).isEqualTo(Map.of("d", "z"));
        assertThat(TypeChanges.additions(source, target, Map.of()))
                .containsExactly(
                        "ALTER TYPE \"s\".\"e\" ADD VALUE IF NOT EXISTS 'x' AFTER 'a'",
                        "ALTER TYPE \"s\".\"e\" ADD VALUE IF NOT EXISTS 'y' AFTER 'x'");
    }

    @Test
    void labels_are_told_apart_by_their_identifiers() {
        EnumType source = new EnumType(
                new QualifiedName("s", "e"), List.of("n", "x", "done", "y", "last"), List.of(9L, 5L, 7L, 2L, 8L));
        Map<String, Long> ids = Map.of("done", 2L, "first", 5L);
        List<String> target = List.of("first", "done");
        assertThat(TypeChanges.renames(source, target, ids)).isEqualTo(Map.of("first", "x", "done", "y"));
        assertThat(TypeChanges.additions(source, target, ids))
                .containsExactly(
                        "ALTER TYPE \"s\".\"e\" ADD VALUE IF NOT EXISTS 'n' BEFORE 'first'",
                        "ALTER TYPE \"s\".\"e\" ADD VALUE IF NOT EXISTS 'last' AFTER 'done'");
        assertThat(TypeChanges.renames(source, target, Map.of("done", 100L, "first", 101L)))
                .as("of a type that was made anew")
                .isEmpty();
    }

    @Test
    void columns_are_followed_by_number_and_else_by_name() {
        List<Column> before = List.of(column("a", 1), column("b", 2), column("c", 0));
        ShapeDifference sure = ShapeDifference.between(before, List.of(column("x", 1), column("b", 3), column("c", 4)));
        assertThat(sure.renamed())
                .singleElement()
                .extracting(c -> c.to().name())
                .isEqualTo("x");
        assertThat(sure.dropped()).containsExactly(column("b", 2));
        assertThat(sure.added()).containsExactly(column("b", 3));
        assertThat(sure.unclear()).isEmpty();
        assertThat(ShapeDifference.between(before, List.of(column("a", 1), column("b", 2), column("d", 5)))
                        .unclear())
                .containsExactly(column("c", 0), column("d", 5));
        assertThat(ShapeDifference.between(before, before).isEmpty()).isTrue();
    }

    private static Column column(String name, int number) {
        return new Column(name, "text", number);
    }
}

package io.penstock.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.conformance.SqlScript.Send;
import io.penstock.conformance.SqlScript.Side;
import io.penstock.conformance.SqlScript.Step;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqlScriptTest {
    private static SqlScript parse(String text) {
        return SqlScript.parse(text, Path.of("/cases/one"));
    }

    private static List<String> sql(String text) {
        return parse(text).sends().stream().map(Send::sql).toList();
    }

    @Test
    void a_statement_ends_with_a_semicolon_at_the_end_of_a_line_only() {
        assertThat(sql("SELECT 1; SELECT 2;\nSELECT ';'\n  , 3;  \n\nSELECT 4;"))
                .containsExactly("SELECT 1; SELECT 2;", "SELECT ';'\n  , 3;", "SELECT 4;");
    }

    @Test
    void empty_lines_inside_a_statement_are_part_of_it() {
        assertThat(sql("INSERT INTO t VALUES ('a\n\n-- step: not a step\nb');"))
                .containsExactly("INSERT INTO t VALUES ('a\n\n-- step: not a step\nb');");
    }

    @Test
    void comments_between_statements_are_for_people() {
        assertThat(sql("-- no changes\n  -- nor here\n")).isEmpty();
        assertThat(sql("-- about\nSELECT 1;\n--\nSELECT 2;")).containsExactly("SELECT 1;", "SELECT 2;");
    }

    @Test
    void a_block_is_one_statement_whatever_is_in_it() {
        assertThat(sql("-- begin block\nDO $$\nBEGIN\n  -- session: B\n  SELECT 1;\nEND\n$$;\n-- end block\nSELECT 2;"))
                .containsExactly("DO $$\nBEGIN\n  -- session: B\n  SELECT 1;\nEND\n$$;", "SELECT 2;");
    }

    @Test
    void a_step_starts_in_the_main_session_on_the_source() {
        SqlScript script =
                parse("SELECT 0;\n-- step: one\n-- session: B\n-- on: target\nSELECT 1;\n-- on: source\nSELECT 2;"
                        + "\n-- step: two words\nSELECT 3;\n-- step: empty\n");
        assertThat(script.steps())
                .containsExactly(
                        new Step("", List.of(new Send("main", Side.SOURCE, "SELECT 0;", false))),
                        new Step(
                                "one",
                                List.of(
                                        new Send("B", Side.TARGET, "SELECT 1;", false),
                                        new Send("B", Side.SOURCE, "SELECT 2;", false))),
                        new Step("two words", List.of(new Send("main", Side.SOURCE, "SELECT 3;", false))),
                        new Step("empty", List.of()));
    }

    @Test
    void statements_that_may_fail_are_marked_and_only_those() {
        assertThat(parse("SELECT 1;\n-- may fail\nSELECT\n2;\n-- end may fail\nSELECT 3;").sends().stream()
                        .map(Send::mayFail))
                .containsExactly(false, true, false);
    }

    @Test
    void the_directory_is_filled_in() {
        assertThat(sql("LOAD DATA LOCAL INFILE '@CASEDIR@/rows.csv' INTO TABLE t;"))
                .containsExactly("LOAD DATA LOCAL INFILE '/cases/one/rows.csv' INTO TABLE t;");
    }

    @Test
    void a_file_that_ends_inside_a_statement_is_refused() {
        assertThatThrownBy(() -> parse("SELECT 1")).hasMessageContaining("inside a statement");
        assertThatThrownBy(() -> parse("-- begin block\nSELECT 1;")).hasMessageContaining("inside a statement");
        assertThatThrownBy(() -> parse("SELECT 1;\n-- end block")).hasMessageContaining("line 2");
        assertThatThrownBy(() -> parse("-- on: elsewhere")).isInstanceOf(IllegalArgumentException.class);
    }
}

package io.penstock.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.penstock.conformance.ConformanceCase.Facts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final Observation CLEAN = Observation.CLEAN;

    private static Facts facts(String yaml) {
        try {
            return YAML.readValue("tables: [public.t, public.ok]\n" + yaml, Facts.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<String> judge(String yaml, Observation seen) {
        return Verdict.judge(facts(yaml), List.of("1\ta"), seen);
    }

    private static Observation differing(boolean caughtUp, String error, String... announcements) {
        return new Observation(caughtUp, "public.t: 2 rows", "", List.of(), List.of(), error, List.of(announcements));
    }

    @Test
    void equal_wants_equality_and_that_the_loop_says_it_has_caught_up() {
        assertThat(judge("expect: equal", CLEAN)).isEmpty();
        assertThat(judge("expect: equal", differing(true, "")).orElseThrow()).contains("2 rows");
        Observation behind = new Observation(false, "", "", List.of(), List.of(), "refused", List.of());
        assertThat(judge("expect: equal", behind).orElseThrow())
                .contains("did not catch up")
                .contains("refused");
    }

    @Test
    void rows_wants_exactly_the_expected_lines() {
        Observation right = new Observation(true, "", "", List.of("1\ta"), List.of(), "", List.of());
        Observation twice = new Observation(true, "", "", List.of("1\ta", "1\ta"), List.of(), "", List.of());
        assertThat(judge("expect: rows", right)).isEmpty();
        assertThat(judge("expect: rows", twice).orElseThrow()).contains("other rows");
        assertThat(judge("expect: rows", CLEAN)).isPresent();
    }

    @Test
    void an_expected_error_has_to_come_even_when_everything_is_equal() {
        assertThat(judge("expect: error", CLEAN).orElseThrow()).contains("did not come");
        assertThat(judge("expect: error\naccept_equal: true", CLEAN)).isEmpty();
    }

    @Test
    void an_error_has_to_name_the_object() {
        assertThat(judge("expect: error", differing(false, "public.t lacks column x")))
                .isEmpty();
        assertThat(judge("expect: error", differing(true, "", "WARN public.t was skipped")))
                .isEmpty();
        assertThat(judge("expect: error", differing(false, "something broke")).orElseThrow())
                .contains("no error names");
        assertThat(judge("expect: error\naccept_equal: true", differing(true, ""))
                        .orElseThrow())
                .contains("wrong");
    }

    @Test
    void tables_that_stay_right_are_no_object_and_must_be_right() {
        String yaml = "expect: error\nstill_equal: [public.t]";
        assertThat(judge(yaml, differing(false, "public.t broke"))).isPresent();
        assertThat(judge(yaml, differing(false, "public.ok broke"))).isEmpty();
        Observation lost =
                new Observation(false, "", "public.t: 1 rows", List.of(), List.of(), "public.ok broke", List.of());
        assertThat(judge(yaml, lost).orElseThrow()).contains("must be right");
    }

    @Test
    void a_refused_statement_is_a_problem_unless_it_may_be_refused_and_was_announced() {
        Observation refused = new Observation(true, "", "", List.of(), List.of("UPDATE t"), "", List.of());
        Observation announced =
                new Observation(true, "", "", List.of(), List.of("UPDATE t"), "", List.of("WARN t has no identity"));
        assertThat(judge("expect: equal", refused).orElseThrow()).contains("refused");
        String yaml = "expect: error\naccept_equal: true\nchanges_may_fail: true";
        assertThat(judge(yaml, refused).orElseThrow()).contains("nothing announced");
        assertThat(judge(yaml, announced)).isEmpty();
    }
}

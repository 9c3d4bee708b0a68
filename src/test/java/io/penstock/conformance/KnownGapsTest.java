package io.penstock.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class KnownGapsTest {
    private static final KnownGaps GAPS = KnownGaps.parse("# why\n\npg-a serial no rows yet\npg-b * neither way\n");
    private static final Optional<String> PROBLEM = Optional.of("broken");

    @Test
    void a_listed_case_that_fails_is_no_problem() {
        assertThat(GAPS.check("pg-a", "serial", PROBLEM)).isEmpty();
        assertThat(GAPS.check("pg-b", "fan", PROBLEM)).isEmpty();
        assertThat(GAPS.reason("pg-b", "serial")).contains("neither way");
    }

    @Test
    void a_listed_case_that_passes_is_a_problem() {
        assertThat(GAPS.check("pg-a", "serial", Optional.empty()).orElseThrow()).contains("remove it from the list");
    }

    @Test
    void an_unlisted_case_speaks_for_itself() {
        assertThat(GAPS.check("pg-a", "fan", PROBLEM)).isEqualTo(PROBLEM);
        assertThat(GAPS.check("pg-c", "fan", Optional.empty())).isEmpty();
    }

    @Test
    void lines_without_a_reason_and_doubles_are_refused() {
        assertThatThrownBy(() -> KnownGaps.parse("pg-a serial")).hasMessageContaining("reason");
        assertThatThrownBy(() -> KnownGaps.parse("pg-a serial x\npg-a serial y"))
                .hasMessageContaining("twice");
    }
}

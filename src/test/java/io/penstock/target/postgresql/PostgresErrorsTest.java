package io.penstock.target.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import io.vertx.pgclient.PgException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresErrorsTest {
    @ParameterizedTest
    @CsvSource({
        "40001,RETRYABLE",
        "40P01,RETRYABLE",
        "55P03,RETRYABLE",
        "57P01,RETRYABLE",
        "57P03,RETRYABLE",
        "57014,RETRYABLE",
        "08006,RETRYABLE",
        "53300,RETRYABLE",
        "53100,RETRYABLE",
        "25006,RETRYABLE",
        "58030,RETRYABLE",
        "22001,DATA",
        "22P02,DATA",
        "23505,DATA",
        "23503,DATA",
        "42804,DATA",
        "42846,DATA",
        "54000,DATA",
        "21000,DATA",
        "42501,FINAL",
        "42P01,FINAL",
        "42703,FINAL",
        "28P01,FINAL",
        "3D000,FINAL",
        "XX000,FINAL",
        "0A000,FINAL"
    })
    void everyCodeHasAKind(String code, Kind kind) {
        assertThat(PostgresErrors.kind(code)).isEqualTo(kind);
    }

    @Test
    void valuesAreNotTold() {
        TargetException e = PostgresErrors.of(
                error("22P02", "invalid input syntax for type integer: \"sec\"ret\"", "detail secret"), "public.t");
        assertThat(e).hasMessage("public.t: invalid input syntax for type integer: … (SQLSTATE 22P02)");
    }

    @Test
    void whatATriggerSaysIsNotTold() {
        TargetException e = PostgresErrors.of(error("P0001", "secret is wrong", "secret"), "public.t");
        assertThat(e.kind()).isEqualTo(Kind.DATA);
        assertThat(e.getMessage()).doesNotContain("secret");
    }

    @Test
    void onlyWhatTheGuardRaisesIsFencing() {
        assertThat(PostgresErrors.ofGuard(error("P0001", "fenced", ""), "guard").kind())
                .isEqualTo(Kind.FENCED);
        assertThat(PostgresErrors.ofGuard(error("22012", "division by zero", ""), "guard")
                        .kind())
                .isEqualTo(Kind.FENCED);
        assertThat(PostgresErrors.ofGuard(error("57P01", "terminating", ""), "guard")
                        .kind())
                .isEqualTo(Kind.RETRYABLE);
        assertThat(PostgresErrors.ofGuard(error("42501", "permission denied", ""), "guard")
                        .kind())
                .isEqualTo(Kind.FINAL);
    }

    private static PgException error(String code, String message, String detail) {
        return new PgException(message, "ERROR", code, detail);
    }
}

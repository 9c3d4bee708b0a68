package io.penstock.target.postgresql;

import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import java.util.List;
import java.util.Set;

/** Errors of making and changing tables. */
final class Refusal {
    /** Something named is not there: a function, type, operator class, table, schema or collation. */
    private static final Set<String> MISSING = Set.of("42883", "42704", "42P01", "3F000", "42P17", "0A000");

    private Refusal() {}

    static TargetException of(String message, String remedy) {
        return new TargetException(Kind.FINAL, "", message, remedy, null);
    }

    /** The operator keeps the schema: here is what to run. */
    static TargetException run(String message, List<String> statements) {
        return of(
                message,
                "Run on the target, or set target.createTables: true:\n" + String.join(";\n", statements) + ";");
    }

    /** The same failure, with what was being done. */
    static TargetException during(String what, Throwable cause) {
        if (!(cause instanceof TargetException failure)) {
            return new TargetException(Kind.FINAL, "", what + ": " + cause.getMessage(), "", cause);
        }
        return new TargetException(
                // DDL holds no rows: what the server refuses here it will refuse again
                failure.kind() == Kind.DATA ? Kind.FINAL : failure.kind(),
                failure.code(),
                what + ": " + failure.getMessage(),
                failure.remedy(),
                failure);
    }

    static boolean isMissingObject(Throwable cause) {
        return cause instanceof TargetException failure && MISSING.contains(failure.code());
    }

    static boolean hasCode(Throwable cause, String code) {
        return cause instanceof TargetException failure && code.equals(failure.code());
    }

    static boolean isRetryable(Throwable cause) {
        return cause instanceof TargetException failure
                && (failure.kind() == Kind.RETRYABLE || failure.kind() == Kind.FENCED);
    }
}

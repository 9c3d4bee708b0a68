package io.penstock.target.mysql;

import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import java.util.List;

/** What this room has to say when the target's tables are not as they must be. */
final class Refusal {
    private Refusal() {}

    static TargetException of(String problem, String remedy) {
        return new TargetException(Kind.FINAL, "", problem, remedy, null);
    }

    /** The operator makes and changes the tables. */
    static TargetException run(String problem, List<String> statements) {
        return of(problem, "set createTables: true, or run: " + String.join("; ", statements));
    }

    static TargetException during(String doing, Throwable cause) {
        TargetException known = MysqlErrors.of(cause, doing);
        return known.kind() == Kind.RETRYABLE
                ? known
                : new TargetException(
                        Kind.FINAL, known.code(), doing + " failed: " + known.getMessage(), known.remedy(), cause);
    }
}

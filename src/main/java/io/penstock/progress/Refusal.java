package io.penstock.progress;

import io.penstock.model.Epoch;
import io.penstock.model.LoopName;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;

/** What the progress store has to say when it can't go on. */
final class Refusal {
    private Refusal() {}

    static TargetException fenced(LoopName loop, Epoch epoch, String found) {
        return new TargetException(
                Kind.FENCED,
                "",
                ProgressSql.FENCED + ": loop " + loop + " is not at epoch " + epoch + ": " + found,
                "",
                null);
    }

    static TargetException backwards(LoopName loop, String what, String from, String to) {
        return new TargetException(
                Kind.FINAL,
                "",
                "loop " + loop + ": " + what + " stands at " + from + " and can't go to " + to,
                "the source is not the one that this progress belongs to, or was set back; copy its tables again under"
                        + " another loop name, or bring the former source back",
                null);
    }

    static TargetException unreadable(String row, String column, Object found, RuntimeException cause) {
        return new TargetException(
                Kind.FINAL,
                "",
                row + ": " + column + " is \"" + found + "\"" + (cause == null ? "" : " (" + cause.getMessage() + ")"),
                "put back what Penstock wrote there, from a backup; without it, delete the loop's rows and copy again",
                cause);
    }

    static TargetException version(Object found, int understood) {
        return new TargetException(
                Kind.FINAL,
                "",
                "the progress tables in schema penstock of the target have version " + found
                        + ", and this Penstock understands version " + understood,
                "upgrade Penstock to the version that wrote them",
                null);
    }
}

package io.penstock.cli;

/** What the process says to whoever called it. */
public final class ExitCode {
    public static final int DONE = 0;
    /** The command was right, the work failed. */
    public static final int FAILED = 1;
    /** Wrong use or configuration: repeating it can't help. */
    public static final int WRONG_USE = 2;

    private ExitCode() {}
}

package io.penstock.conformance;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A file of statements, cut as the README says: by lines, never by understanding SQL. */
record SqlScript(List<Step> steps) {
    static final String MAIN = "main";

    /** Where a statement runs. */
    enum Side {
        SOURCE,
        TARGET
    }

    /** A statement of one session. */
    record Send(String session, Side side, String sql, boolean mayFail) {}

    /** @param name empty for what stands before the first step */
    record Step(String name, List<Send> sends) {}

    SqlScript {
        steps = List.copyOf(steps);
    }

    /** All statements, of all steps. */
    List<Send> sends() {
        return steps.stream().flatMap(step -> step.sends().stream()).toList();
    }

    static SqlScript parse(String text, Path directory) {
        Parser parser = new Parser();
        text.replace("@CASEDIR@", directory.toAbsolutePath().toString()).lines().forEach(parser::line);
        return parser.end();
    }

    private static final class Parser {
        private final List<Step> steps = new ArrayList<>();
        private final StringBuilder statement = new StringBuilder();
        private List<Send> sends = new ArrayList<>();
        private String step = "";
        private String session = MAIN;
        private Side side = Side.SOURCE;
        private boolean block;
        private boolean mayFail;
        private int number;

        void line(String line) {
            number++;
            if (block) {
                inBlock(line);
            } else if (statement.isEmpty() && line.strip().startsWith("--")) {
                steer(line.strip());
            } else if (!statement.isEmpty() || !line.isBlank()) {
                add(line);
                if (line.stripTrailing().endsWith(";")) {
                    send();
                }
            }
        }

        private void inBlock(String line) {
            if (line.strip().equals("-- end block")) {
                block = false;
                send();
            } else {
                add(line);
            }
        }

        private void steer(String line) {
            if (line.startsWith("-- step:")) {
                endStep();
                step = rest(line);
                session = MAIN;
                side = Side.SOURCE;
            } else if (line.startsWith("-- session:")) {
                session = rest(line);
            } else if (line.startsWith("-- on:")) {
                side = Side.valueOf(rest(line).toUpperCase(java.util.Locale.ROOT));
            } else if (line.equals("-- begin block")) {
                block = true;
            } else if (line.equals("-- may fail")) {
                mayFail = true;
            } else if (line.equals("-- end may fail")) {
                mayFail = false;
            } else if (line.equals("-- end block")) {
                throw new IllegalArgumentException("line " + number + ": a block ends that has not begun");
            }
            // Any other comment is for people.
        }

        private static String rest(String line) {
            return line.substring(line.indexOf(':') + 1).strip();
        }

        private void add(String line) {
            if (!statement.isEmpty()) {
                statement.append('\n');
            }
            statement.append(line);
        }

        private void send() {
            String sql = statement.toString().strip();
            statement.setLength(0);
            if (!sql.isEmpty()) {
                sends.add(new Send(session, side, sql, mayFail));
            }
        }

        private void endStep() {
            if (!step.isEmpty() || !sends.isEmpty()) {
                steps.add(new Step(step, List.copyOf(sends)));
            }
            sends = new ArrayList<>();
        }

        SqlScript end() {
            if (block || !statement.isEmpty()) {
                throw new IllegalArgumentException("the file ends inside a statement: " + statement);
            }
            endStep();
            return new SqlScript(steps);
        }
    }
}

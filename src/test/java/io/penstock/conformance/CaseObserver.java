package io.penstock.conformance;

import io.penstock.conformance.ConformanceCase.Expectation;
import io.penstock.conformance.SqlScript.Side;
import io.penstock.model.TableName;
import io.penstock.testkit.Database;
import io.penstock.testkit.Equality;
import io.penstock.testkit.Eventually;
import io.penstock.testkit.LoopStatus;
import io.penstock.testkit.MysqlDatabase;
import io.penstock.testkit.NeutralDump;
import io.penstock.testkit.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Looks at both databases and at what the product says, once it has come to rest. */
final class CaseObserver {
    private static final Pattern LOUD = Pattern.compile("\\b(WARN|ERROR)\\b");
    /** What is said to be applied is visible at once; the rest is for tables beside one that stopped the loop. */
    private static final Duration SETTLE = Duration.ofSeconds(3);

    private final ConformanceCase test;
    private final SqlSessions sessions;
    private final Database source;
    private final Database target;

    CaseObserver(ConformanceCase test, SqlSessions sessions, Database source, Database target) {
        this.test = test;
        this.sessions = sessions;
        this.source = source;
        this.target = target;
    }

    Observation observe(boolean caughtUp, LoopUnderTest loop, List<String> refused) throws SQLException {
        boolean rows = test.facts().expect() == Expectation.ROWS;
        String stillEqual = test.facts().stillEqual().isEmpty()
                ? ""
                : settled(ConformanceCase.names(test.facts().stillEqual(), home()));
        String difference = rows ? "" : difference(caughtUp);
        LoopStatus status = loop.status();
        return new Observation(
                caughtUp,
                difference,
                stillEqual,
                rows && caughtUp ? sessions.lines(test.script("expect.sql").orElseThrow(), Side.TARGET) : List.of(),
                refused,
                status.error(),
                announcements(status, loop.log()));
    }

    /** By the case's own queries where it has some, otherwise by all rows of its tables. */
    private String difference(boolean caughtUp) throws SQLException {
        Optional<SqlScript> compare = test.script(compare(source));
        if (compare.isEmpty()) {
            return tables(test.tables(home()));
        }
        SqlScript there = test.script(compare(target)).orElse(compare.get());
        try {
            List<String> expected = sessions.lines(compare.get(), Side.SOURCE);
            List<String> found = sessions.lines(there, Side.TARGET);
            return expected.equals(found) ? "" : Lines.difference(expected, found);
        } catch (SQLException e) {
            if (caughtUp) {
                return "the comparison failed: " + e.getMessage();
            }
            return "nothing to compare: " + e.getMessage();
        }
    }

    private static String compare(Database database) {
        return database instanceof MysqlDatabase ? "compare.mysql.sql" : "compare.postgres.sql";
    }

    private String home() {
        return source instanceof MysqlDatabase ? source.name() : "public";
    }

    private String tables(List<TableName> tables) {
        if (source instanceof TestDatabase here && target instanceof TestDatabase there) {
            return text(Equality.compare(here, there, tables));
        }
        return tables.stream()
                .map(table -> NeutralDump.difference(source, target, table))
                .filter(difference -> !difference.isEmpty())
                .collect(Collectors.joining("; "));
    }

    private String settled(List<TableName> tables) {
        if (source instanceof TestDatabase here && target instanceof TestDatabase there) {
            return text(Equality.await(here, there, tables, SETTLE));
        }
        try {
            return Eventually.becomes("equal", SETTLE, () -> tables(tables), String::isEmpty);
        } catch (AssertionError different) {
            return tables(tables);
        }
    }

    private static String text(Equality.Comparison comparison) {
        return comparison.isEqual() ? "" : comparison.toString();
    }

    private static List<String> announcements(LoopStatus status, String log) {
        List<String> lines = new ArrayList<>();
        if (!status.warnings().isEmpty()) {
            lines.add(status.warnings());
        }
        log.lines().filter(line -> LOUD.matcher(line).find()).forEach(lines::add);
        return lines;
    }
}

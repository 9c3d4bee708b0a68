package io.penstock.conformance;

import io.penstock.conformance.ConformanceCase.Facts;
import io.penstock.conformance.SqlScript.Send;
import io.penstock.conformance.SqlScript.Side;
import io.penstock.conformance.SqlScript.Step;
import io.penstock.testkit.Database;
import io.penstock.testkit.LoopYaml;
import io.penstock.testkit.MysqlDatabase;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One case in one mode, from empty databases to the verdict. */
final class CaseRun {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** Cases of kind volume move up to some hundred megabytes. */
    private static final Duration VOLUME_LIMIT = Duration.ofSeconds(180);

    private final ConformanceCase test;
    private final Facts facts;
    private final Database source;
    private final Database target;
    private final SqlSessions sessions;
    private final LoopUnderTest loop;
    private final List<String> refused = new ArrayList<>();

    private CaseRun(
            ConformanceCase test,
            LoopYaml config,
            Database source,
            Database target,
            PenstockRunner runner,
            Path directory) {
        this.test = test;
        this.facts = test.facts();
        this.source = source;
        this.target = target;
        this.sessions = new SqlSessions(source, target);
        this.loop = new LoopUnderTest(runner, config, directory, facts.kind().equals("volume") ? VOLUME_LIMIT : LIMIT);
    }

    /** @return the problem, or empty when the case passes */
    static Optional<String> run(
            ConformanceCase test,
            LoopYaml config,
            Database source,
            Database target,
            PenstockRunner runner,
            Path directory)
            throws SQLException {
        CaseRun run = new CaseRun(test, config, source, target, runner, directory);
        try {
            run.prepare();
            run.play();
            return Verdict.judge(
                    test.facts(),
                    test.facts().expect() == ConformanceCase.Expectation.ROWS ? test.expectedLines() : List.of(),
                    run.observe());
        } finally {
            run.end();
        }
    }

    /** What the corpus calls the target's product. */
    private String kind() {
        return target instanceof MysqlDatabase ? "mysql" : "postgres";
    }

    private void prepare() throws SQLException {
        for (String file : List.of("schema.sql", "seed.sql")) {
            Optional<SqlScript> script = test.script(file);
            if (script.isPresent()) {
                sessions.runAll(script.get(), Side.SOURCE);
            }
        }
        Optional<SqlScript> prepared = test.script("target." + kind() + ".sql", "target.sql");
        if (prepared.isPresent()) {
            sessions.runAll(prepared.get(), Side.TARGET);
        }
    }

    private void play() {
        if (facts.startAfter() == null) {
            start();
        }
        for (Step step :
                test.script("changes.sql").orElse(new SqlScript(List.of())).steps()) {
            for (Send send : step.sends()) {
                send(send);
            }
            after(step.name());
        }
        if (!loop.isRunning()) {
            loop.start();
        }
    }

    private void start() {
        loop.start();
        if (!facts.startAsync()) {
            loop.awaitCopied();
        }
    }

    private void send(Send send) {
        if (send.side() == Side.TARGET && loop.isRunning()) {
            loop.awaitApplied(source);
        }
        try {
            sessions.run(send);
        } catch (SQLException e) {
            if (!send.mayFail()) {
                refused.add(send.sql() + " → " + e.getMessage());
            }
        }
    }

    private void after(String step) {
        if (step.equals(facts.startAfter())) {
            start();
        }
        if (facts.waitAfter().contains(step)) {
            loop.awaitApplied(source);
        }
        if (facts.stopAfter().contains(step)) {
            loop.stop();
        }
        if (facts.restartAfter().contains(step)) {
            loop.stop();
            loop.start();
        }
        if (facts.killAfter().contains(step)) {
            loop.kill();
            loop.start();
        }
        if (facts.startAgainAfter().contains(step)) {
            loop.start();
        }
    }

    private Observation observe() throws SQLException {
        boolean caughtUp = loop.awaitApplied(source) && loop.awaitCopied();
        if (facts.cutover() && caughtUp) {
            // The hand-over must be through before the target is asked.
            loop.drain();
        }
        return new CaseObserver(test, sessions, source, target).observe(caughtUp, loop, refused);
    }

    private void end() throws SQLException {
        try {
            loop.close();
        } finally {
            Optional<SqlScript> onSource = test.script("cleanup.sql");
            if (onSource.isPresent()) {
                sessions.runAll(onSource.get(), Side.SOURCE);
            }
            Optional<SqlScript> onTarget = test.script("cleanup.target." + kind() + ".sql");
            if (onTarget.isPresent()) {
                sessions.runAll(onTarget.get(), Side.TARGET);
            }
            sessions.close();
        }
    }
}

package io.penstock.node;

import io.penstock.cli.Preflight;
import io.penstock.config.LoopConfig;
import io.penstock.config.PenstockConfig;
import io.penstock.lease.SoleLeases;
import io.penstock.metrics.Metrics;
import io.penstock.source.Dialect;
import io.penstock.source.SourceException;
import io.penstock.target.Target;
import io.penstock.target.Target.TargetFacts;
import io.penstock.target.TargetException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;

/** Connects to every source and target and looks, without changing anything. */
final class NodePreflight implements Preflight {
    @Override
    public List<Finding> report(PenstockConfig config) {
        Vertx vertx = Vertx.vertx();
        PostgresParts parts = new PostgresParts(vertx, new Metrics(), new SoleLeases(), "preflight");
        try {
            List<Finding> findings = new ArrayList<>();
            for (LoopConfig loop : config.loops()) {
                findings.addAll(source(parts.dialect(loop), loop).await());
                findings.addAll(target(parts.target(loop), loop).await());
            }
            return findings;
        } finally {
            parts.close().transform(closed -> vertx.close()).await();
        }
    }

    private static Future<List<Finding>> source(Dialect dialect, LoopConfig loop) {
        String where = "loop " + loop.name() + ", source " + loop.source().url();
        return dialect.look()
                .compose(warnings -> dialect.describe().map(tables -> {
                    List<Finding> found = new ArrayList<>();
                    found.add(new Finding(Level.OK, where, tables.size() + " tables to replicate", ""));
                    warnings.forEach(w -> found.add(new Finding(Level.WARNING, where, w, "")));
                    return found;
                }))
                .recover(cause -> Future.succeededFuture(new ArrayList<>(List.of(failure(where, cause)))))
                .<List<Finding>>map(found -> found)
                .eventually(dialect::close);
    }

    private static Future<List<Finding>> target(Target target, LoopConfig loop) {
        String where = "loop " + loop.name() + ", target " + loop.target().url();
        return target.inspect()
                .map(facts -> found(where, facts))
                .recover(cause -> Future.succeededFuture(List.of(failure(where, cause))));
    }

    private static List<Finding> found(String where, TargetFacts facts) {
        List<Finding> found = new ArrayList<>();
        found.add(new Finding(
                Level.OK, where, facts.product() + ", room for " + facts.freeConnections() + " more sessions", ""));
        if (!facts.triggersOff()) {
            found.add(new Finding(
                    Level.WARNING,
                    where,
                    "the role may not switch off triggers and foreign-key checks: triggers of the target fire again,"
                            + " and tables joined by foreign keys share one lane in fan mode",
                    "run as a superuser: GRANT SET ON PARAMETER session_replication_role TO the role"));
        }
        return found;
    }

    private static Finding failure(String where, Throwable cause) {
        String remedy =
                cause instanceof SourceException s ? s.remedy() : cause instanceof TargetException t ? t.remedy() : "";
        return new Finding(Level.FAILURE, where, cause.getMessage(), remedy);
    }
}

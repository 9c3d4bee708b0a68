package io.penstock.metrics;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.penstock.model.LoopName;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** All meters of a node. */
public final class Metrics {
    private final PrometheusMeterRegistry registry;
    private final Map<LoopName, LoopMetrics> loops = new ConcurrentHashMap<>();

    public Metrics() {
        this(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
    }

    /** On a registry that others put meters into as well. */
    public Metrics(PrometheusMeterRegistry registry) {
        this.registry = registry;
    }

    /** The meters of one loop: the same ones until they are closed. */
    public LoopMetrics loop(LoopName loop) {
        return loops.computeIfAbsent(loop, name -> new LoopMetrics(registry, name, () -> loops.remove(name)));
    }

    /** Everything as Prometheus reads it (text format 0.0.4). */
    public String scrape() {
        return registry.scrape();
    }
}

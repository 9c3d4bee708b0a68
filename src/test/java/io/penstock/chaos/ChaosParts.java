package io.penstock.chaos;

import io.penstock.config.LoopConfig;
import io.penstock.lease.Leases;
import io.penstock.loop.LoopParts;
import io.penstock.metrics.LoopMetrics;
import io.penstock.progress.ProgressStore;
import io.penstock.source.Dialect;
import io.penstock.target.Target;
import java.util.IdentityHashMap;
import java.util.Map;

/** The parts of loops, with chaos around each of them. */
record ChaosParts(LoopParts real, Mischief mischief, Map<Target, Target> wrapped) implements LoopParts {
    ChaosParts(LoopParts real, Mischief mischief) {
        this(real, mischief, new IdentityHashMap<>());
    }

    @Override
    public Dialect dialect(LoopConfig config) {
        return ChaosProxy.around(real.dialect(config), "dialect", mischief);
    }

    @Override
    public Target target(LoopConfig config) {
        synchronized (wrapped) {
            return wrapped.computeIfAbsent(
                    real.target(config), target -> ChaosProxy.around(target, "target", mischief));
        }
    }

    @Override
    public ProgressStore progress(Target target) {
        return real.progress(target);
    }

    @Override
    public Leases leases() {
        return ChaosProxy.around(real.leases(), "leases", mischief);
    }

    @Override
    public LoopMetrics metrics(LoopConfig config) {
        return real.metrics(config);
    }

    @Override
    public String node() {
        return real.node();
    }
}

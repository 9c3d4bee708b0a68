package io.penstock.control;

import io.penstock.bus.LoopStatus;
import io.penstock.model.LoopName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Makes one status of what several nodes say of one loop. */
final class ClusterList {
    private static final Comparator<LoopStatus> WORTH_TELLING = Comparator.comparingInt(ClusterList::rank)
            .thenComparing(Comparator.comparingLong(ClusterList::epoch).reversed());

    private ClusterList() {}

    /**
     * @param said by all nodes of all loops
     * @return what the holder says, or whoever has most to tell; with the troubles of the others as warnings
     */
    static LoopStatus of(LoopName loop, List<LoopStatus> said) {
        List<LoopStatus> ours = said.stream()
                .filter(status -> status.name().equals(loop))
                .sorted(WORTH_TELLING)
                .toList();
        if (ours.isEmpty()) {
            return null;
        }
        LoopStatus first = ours.get(0);
        List<String> warnings = new ArrayList<>(first.warnings());
        ours.stream()
                .skip(1)
                .filter(other -> other.error() != null)
                .map(other -> "node " + other.node() + " does not run it: "
                        + other.error().what() + "; " + other.error().remedy())
                .forEach(warnings::add);
        return first.withWarnings(warnings);
    }

    private static int rank(LoopStatus status) {
        return switch (status.state()) {
            case RUNNING, DRAINING, RESTORING, LEASED, PAUSED, FAILED -> 0;
            case WAITING -> status.error() == null ? 3 : 1;
            case FENCED -> 2;
            case STOPPED -> 4;
        };
    }

    private static long epoch(LoopStatus status) {
        return status.epoch() == null ? 0 : status.epoch().number();
    }
}

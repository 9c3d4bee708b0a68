package io.penstock.lease;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.ExtendedMapEntry;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Gives a lease back, unless it is another's by now. */
final class LeaseSurrender implements EntryProcessor<String, String, Boolean> {
    private static final long serialVersionUID = 1L;
    private static final long NEWS_MILLIS = 30_000;

    private final String token;
    private final String node;
    private final boolean done;

    /** @param done whether the work was ended in order: then the entry says so for a while */
    LeaseSurrender(LeaseEntry ours, boolean done) {
        this.token = ours.token();
        this.node = ours.node();
        this.done = done;
    }

    /** @return whether it was ours */
    @Override
    public Boolean process(Map.Entry<String, String> entry) {
        String found = entry.getValue();
        boolean ours = found != null && found.startsWith(token + " ");
        if (ours && done) {
            ((ExtendedMapEntry<String, String>) entry)
                    .setValue(LeaseEntry.free(node).text(), NEWS_MILLIS, TimeUnit.MILLISECONDS);
        } else if (ours) {
            entry.setValue(null);
        }
        return ours;
    }
}

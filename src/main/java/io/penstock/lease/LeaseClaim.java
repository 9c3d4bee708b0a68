package io.penstock.lease;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.ExtendedMapEntry;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Takes or renews a lease, as one step where the entry lives: nothing happens unless it is free, is ours, or belongs
 * to a member that is known to be gone.
 */
final class LeaseClaim implements EntryProcessor<String, String, String> {
    private static final long serialVersionUID = 1L;

    private final String token;
    private final String claim;
    private final String gone;
    private final long millis;

    /**
     * @param ours what will stand in the map
     * @param gone the entry of a member that left without releasing it, or null
     * @param millis to live
     */
    LeaseClaim(LeaseEntry ours, LeaseEntry gone, long millis) {
        this.token = ours.token();
        this.claim = ours.text();
        this.gone = gone == null ? null : gone.text();
        this.millis = millis;
    }

    /** @return what stands there afterwards */
    @Override
    public String process(Map.Entry<String, String> entry) {
        String found = entry.getValue();
        boolean takeable = found == null || found.startsWith(token + " ") || found.equals(gone);
        if (takeable) {
            ((ExtendedMapEntry<String, String>) entry).setValue(claim, millis, TimeUnit.MILLISECONDS);
            return claim;
        }
        return found;
    }
}

package io.penstock.lease;

import com.hazelcast.map.EntryProcessor;
import java.util.Map;

/** Removes a lease, unless it is another's by now. */
final class LeaseSurrender implements EntryProcessor<String, String, Boolean> {
    private static final long serialVersionUID = 1L;

    private final String token;

    LeaseSurrender(String token) {
        this.token = token;
    }

    /** @return whether it was ours */
    @Override
    public Boolean process(Map.Entry<String, String> entry) {
        String found = entry.getValue();
        boolean ours = found != null && found.startsWith(token + " ");
        if (ours) {
            entry.setValue(null);
        }
        return ours;
    }
}

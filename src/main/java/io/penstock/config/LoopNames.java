package io.penstock.config;

import io.penstock.model.LoopName;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Refuses loops that would take each other's name or replication slot. */
final class LoopNames {
    private LoopNames() {}

    /** @param sections where each of {@code loops} was written, in the same order */
    static void check(List<Section> sections, List<LoopConfig> loops) {
        Map<LoopName, Integer> names = new HashMap<>();
        Map<String, LoopName> slots = new HashMap<>();
        for (int i = 0; i < loops.size(); i++) {
            LoopConfig loop = loops.get(i);
            Integer first = names.putIfAbsent(loop.name(), i);
            if (first != null) {
                throw sections.get(i)
                        .refuse(
                                "name",
                                "loops[" + first + "] is called \"" + loop.name() + "\" too",
                                "rename one of them");
            }
            ConnectionUrl url = loop.source().url();
            if (url.isMySql()) {
                continue;
            }
            // Slots belong to the server, not to one of its databases.
            String slot = url.host().toLowerCase(Locale.ROOT) + ":" + url.port() + "/"
                    + loop.source().slot();
            LoopName other = slots.putIfAbsent(slot, loop.name());
            if (other != null) {
                throw sections.get(i)
                        .refuse(
                                "source.slot",
                                "the loops \"" + other + "\" and \"" + loop.name() + "\" both read the slot "
                                        + loop.source().slot() + " of " + url.host() + ":" + url.port(),
                                "give one of them a slot of its own, or another name");
            }
        }
    }
}

package io.penstock.lease;

import com.hazelcast.cluster.Cluster;
import com.hazelcast.cluster.Member;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Who is in the cluster, the eldest first, and which loops each node has. What a node says of itself travels with the
 * list of members, so it is there from the first moment and never of another state. Not thread-safe.
 */
public final class Roster {
    private static final String NAME = "penstock.node";
    private static final String TOKEN = "penstock.token";
    private static final String LOOPS = "penstock.loops";

    private Map<UUID, Entry> known = Map.of();

    Roster() {}

    /**
     * A node.
     *
     * @param token of this life of the node
     * @param loops fingerprints of the definitions, by name
     */
    record Entry(String name, String token, Map<String, String> loops) {}

    /**
     * What a member has to say of itself, to be put into its configuration before it joins.
     *
     * @param loops fingerprints of the definitions, by name
     */
    public static Map<String, String> attributes(String node, Map<String, String> loops) {
        JsonObject definitions = new JsonObject();
        loops.forEach(definitions::put);
        return Map.of(NAME, node, TOKEN, UUID.randomUUID().toString(), LOOPS, definitions.encode());
    }

    static String token(Member member) {
        return member.getAttribute(TOKEN);
    }

    static String name(Member member) {
        return member.getAttribute(NAME);
    }

    /** Members that are no nodes of Penstock are left out. */
    List<Entry> look(Cluster cluster) {
        Map<UUID, Entry> now = new HashMap<>();
        List<Entry> nodes = new ArrayList<>();
        for (Member member : cluster.getMembers()) {
            if (name(member) != null && token(member) != null) {
                Entry entry = known.containsKey(member.getUuid()) ? known.get(member.getUuid()) : read(member);
                now.put(member.getUuid(), entry);
                nodes.add(entry);
            }
        }
        known = now;
        return nodes;
    }

    private static Entry read(Member member) {
        Map<String, String> loops = new HashMap<>();
        String text = member.getAttribute(LOOPS);
        new JsonObject(text == null ? "{}" : text).forEach(e -> loops.put(e.getKey(), String.valueOf(e.getValue())));
        return new Entry(name(member), token(member), Map.copyOf(loops));
    }
}

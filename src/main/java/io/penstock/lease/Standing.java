package io.penstock.lease;

import com.hazelcast.replicatedmap.ReplicatedMap;
import io.penstock.model.LoopName;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * What holds for the whole cluster until it is taken back: cordons, pins, orders, and who is unfit for what. It stands
 * in a map that each node has a copy of, so reading costs nothing; it outlives nodes, but not the last one.
 */
final class Standing implements Orders {
    private static final Duration LEAVING_FOR = Duration.ofMinutes(2);
    private static final String CORDON = "cordon ";
    private static final String LEAVING = "leaving ";
    private static final String UNFIT = "unfit ";
    private static final String PIN = "pin ";
    private static final String ORDER = "order ";

    private final Vertx vertx;
    private final ReplicatedMap<String, String> map;

    Standing(Vertx vertx, ReplicatedMap<String, String> map) {
        this.vertx = vertx;
        this.map = map;
    }

    /** All of it at one time. */
    Map<String, String> all() {
        Map<String, String> all = new HashMap<>();
        map.entrySet().forEach(entry -> all.put(entry.getKey(), entry.getValue()));
        return all;
    }

    static boolean isCordoned(Map<String, String> all, String node) {
        return all.containsKey(CORDON + node);
    }

    static boolean isLeaving(Map<String, String> all, String token) {
        return all.containsKey(LEAVING + token);
    }

    static boolean isUnfit(Map<String, String> all, String loop, String node) {
        return all.containsKey(UNFIT + loop + " " + node);
    }

    static Map<String, String> pins(Map<String, String> all, Collection<String> loops) {
        return loops.stream()
                .filter(loop -> all.containsKey(PIN + loop))
                .collect(Collectors.toMap(loop -> loop, loop -> all.get(PIN + loop)));
    }

    Set<String> cordoned() {
        return map.keySet().stream()
                .filter(key -> key.startsWith(CORDON))
                .map(key -> key.substring(CORDON.length()))
                .collect(Collectors.toSet());
    }

    Future<Void> cordon(String node, boolean cordoned) {
        return write(() -> cordoned ? map.put(CORDON + node, "yes") : map.remove(CORDON + node));
    }

    /** @param node null for wherever it fits */
    Future<Void> pin(LoopName loop, String node) {
        return write(() -> node == null ? map.remove(PIN + loop) : map.put(PIN + loop, node));
    }

    Future<Void> leaving(String token) {
        return write(() -> map.put(LEAVING + token, "yes", LEAVING_FOR.toMillis(), TimeUnit.MILLISECONDS));
    }

    Future<Void> unfit(LoopName loop, String node, Duration time) {
        return write(() -> map.put(UNFIT + loop + " " + node, "yes", time.toMillis(), TimeUnit.MILLISECONDS));
    }

    @Override
    public Order of(LoopName loop) {
        String text = map.get(ORDER + loop);
        if (text == null) {
            return Order.NONE;
        }
        JsonObject json = new JsonObject(text);
        return new Order(json.getBoolean("paused", false), json.getString("mode"));
    }

    @Override
    public Future<Void> give(LoopName loop, Order order) {
        String text = new JsonObject()
                .put("paused", order.paused())
                .put("mode", order.mode())
                .encode();
        return write(() -> order.equals(Order.NONE) ? map.remove(ORDER + loop) : map.put(ORDER + loop, text));
    }

    /** A change travels to another member before it holds, which a handler must not wait for. */
    private Future<Void> write(Callable<String> change) {
        return vertx.executeBlocking(change, false).mapEmpty();
    }
}

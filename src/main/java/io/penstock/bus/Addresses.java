package io.penstock.bus;

import io.penstock.model.Epoch;
import io.penstock.model.Lane;
import io.penstock.model.LoopName;

/**
 * Where the parts of one loop find each other on the bus. Epoch and generation are part of each address, so what an
 * earlier life of the loop still sends finds nobody.
 *
 * @param generation counts the starts of the loop within a reign, from 0
 */
public record Addresses(LoopName loop, Epoch epoch, long generation) {
    /** Requests {@code {command, loop, …}}, answered with JSON by whoever holds the loop: any node may be asked. */
    public static final String CONTROL = "penstock.control";
    /** Published news about loops, as JSON. */
    public static final String EVENTS = "penstock.events";

    /** Requests to a loop of this node, whether or not it is held. */
    public static String loopControl(LoopName loop) {
        return "penstock.loop." + loop + ".control";
    }

    /** Requests to one node, about loops that it holds; from other nodes. */
    public static String nodeControl(String node) {
        return "penstock.node." + node + ".control";
    }

    /** Batches and {@link Idle} from the source to the loop. */
    public String intake() {
        return prefix() + "in";
    }

    /** Batches from the loop to one lane. */
    public String lane(Lane lane) {
        return prefix() + "lane." + lane.id();
    }

    /** News from the lanes to the loop: {@link Durable}. */
    public String durable() {
        return prefix() + "durable";
    }

    /** News from the loop to the source: {@link Acknowledge}. */
    public String acknowledge() {
        return prefix() + "acknowledge";
    }

    private String prefix() {
        return "penstock.loop." + loop + "." + epoch + "." + generation + ".";
    }
}

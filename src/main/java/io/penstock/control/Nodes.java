package io.penstock.control;

import io.penstock.model.LoopName;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Supplier;

/** The nodes that answer control requests together, and who holds what. */
public interface Nodes {
    String self();

    /** All nodes, this one included. */
    List<String> names();

    /** The loops that any node has, sorted. */
    List<LoopName> loops();

    /** The node that holds the loop; null when none does. */
    Future<String> holder(LoopName loop);

    boolean isCordoned(String node);

    /** A cordoned node hands its loops over and takes none. */
    Future<Void> cordon(String node, boolean cordoned);

    /** @param node where the loop is to run; null for wherever it fits */
    Future<Void> move(LoopName loop, String node);

    /** A node that is alone holds all its loops. */
    static Nodes sole(String name, Supplier<List<LoopName>> loops) {
        return new SoleNode(name, loops);
    }
}

package io.penstock.lease;

import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.map.IMap;
import com.hazelcast.map.listener.EntryExpiredListener;
import com.hazelcast.map.listener.EntryRemovedListener;
import com.hazelcast.map.listener.EntryUpdatedListener;
import com.hazelcast.spi.properties.ClusterProperty;
import com.hazelcast.spi.properties.HazelcastProperties;
import io.penstock.model.LoopName;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases as entries of a map of the cluster, each with a time to live, taken and renewed by compare-and-set. A lease
 * is lost when another one has it, or when by this node's own clock it could not be renewed in time or the node stood
 * still for as long as the others wait for a sign of life, whatever Hazelcast says. Nothing here is a lock: two nodes
 * that believe to hold one lease are for the target to tell apart.
 */
public final class HazelcastLeases implements Leases {
    private static final Logger LOG = LoggerFactory.getLogger(HazelcastLeases.class);
    private static final String MAP = "penstock.leases";
    private static final String STANDING = "penstock.standing";
    private static final int RENEWALS_A_LEASE = 3;
    private static final long TICK_MILLIS = 250;
    private static final int TICKS_A_LOOK = 4;
    private static final long ANSWER_MILLIS = 3_000;
    /** Hazelcast counts a time to live in whole seconds: an entry may be gone that much earlier than was asked for. */
    private static final Duration ROUNDING = Duration.ofSeconds(1);

    private final HazelcastInstance hazelcast;
    private final Context context;
    private final IMap<String, String> map;
    private final Standing standing;
    private final LeaseEntry ours;
    private final Duration life;
    private final LongSupplier nanos;
    private final Roster roster = new Roster();
    private final Doubt doubt = new Doubt();
    private final Turns turns;
    private final Map<LoopName, Held> held = new ConcurrentHashMap<>();
    private final Misgivings misgivings = new Misgivings();

    /** A node that stands still for so long may be taken for dead by the others, whatever its leases' time to live. */
    private final long silenceNanos;

    private volatile LeaseListener listener;
    private volatile Outlook outlook;
    private volatile boolean leaving;
    private volatile long lookedNanos;
    private long ticks;

    /** @param nanos a clock that only goes forward */
    HazelcastLeases(Vertx vertx, HazelcastInstance hazelcast, Duration life, LongSupplier nanos) {
        this.hazelcast = hazelcast;
        this.context = vertx.getOrCreateContext();
        this.map = hazelcast.getMap(MAP);
        this.standing = new Standing(vertx, hazelcast.getReplicatedMap(STANDING));
        var member = hazelcast.getCluster().getLocalMember();
        this.ours = new LeaseEntry(Roster.token(member), Roster.name(member));
        this.life = life;
        this.nanos = nanos;
        this.silenceNanos = silence(hazelcast.getConfig()).toNanos();
        this.lookedNanos = nanos.getAsLong();
        this.turns = new Turns(ours.node(), nanos);
        this.outlook = new Outlook(ours.token(), roster.look(hazelcast.getCluster()), standing.all());
        listenToTheMap();
        hazelcast.getCluster().addMembershipListener(new MembersChanged(this::membersChanged));
        context.runOnContext(ready -> {
            vertx.setPeriodic(TICK_MILLIS, tick -> tick());
            vertx.setPeriodic(life.toMillis() / RENEWALS_A_LEASE, renew -> held.forEach(this::renew));
        });
    }

    private static Duration silence(Config config) {
        HazelcastProperties properties = new HazelcastProperties(config);
        Duration interval = Duration.ofSeconds(properties.getSeconds(ClusterProperty.HEARTBEAT_INTERVAL_SECONDS));
        return Duration.ofSeconds(properties.getSeconds(ClusterProperty.MAX_NO_HEARTBEAT_SECONDS))
                .minus(interval);
    }

    /** @param life of a lease that is not renewed */
    public static HazelcastLeases of(Vertx vertx, HazelcastInstance hazelcast, Duration life) {
        return new HazelcastLeases(vertx, hazelcast, life, System::nanoTime);
    }

    /** The map that leases live in, for its configuration. */
    public static String mapName() {
        return MAP;
    }

    @Override
    public Future<Boolean> tryAcquire(LoopName loop, Lookout lookout) {
        if (held.containsKey(loop)) {
            return stands(loop);
        }
        loseWhatIsLate(nanos.getAsLong());
        Outlook now = outlook;
        LeaseException conflict = now.conflict(loop.text());
        if (conflict != null) {
            return Future.failedFuture(conflict);
        }
        if (leaving) {
            return Future.succeededFuture(false);
        }
        return answer(() -> map.getAsync(loop.text()))
                .compose(text -> {
                    LeaseEntry found = LeaseEntry.parse(text);
                    if (isAnothers(found)) {
                        turns.isTaken(loop);
                        return Future.succeededFuture(false);
                    }
                    return turns.isOurs(loop, now)
                            ? claimUnlessDoubtful(loop, found, lookout)
                            : Future.succeededFuture(false);
                })
                .recover(cause -> Future.failedFuture(cause instanceof LeaseException ? cause : unanswered(cause)));
    }

    /** A node that stood still believes in its lease until it asks; another one may have it by now. */
    @Override
    public Future<Boolean> stands(LoopName loop) {
        long begun = nanos.getAsLong();
        loseWhatIsLate(begun);
        if (!held.containsKey(loop)) {
            return Future.succeededFuture(false);
        }
        return submit(loop, null)
                .map(now -> {
                    renewed(loop, begun, now);
                    return ours.equals(now);
                })
                .recover(cause -> Future.failedFuture(unanswered(cause)));
    }

    private boolean isAnothers(LeaseEntry found) {
        return found != null && !found.token().equals(ours.token()) && outlook.isAlive(found.token());
    }

    private Future<Boolean> claimUnlessDoubtful(LoopName loop, LeaseEntry found, Lookout lookout) {
        LeaseEntry gone = found != null && found.token().equals(ours.token()) ? null : found;
        Duration doubtful = found != null && found.isFree()
                ? Duration.ZERO
                : misgivings.doubt(loop, doubt.isThere(nanos.getAsLong()));
        if (doubtful.isZero()) {
            return claim(loop, gone);
        }
        return lookout.isQuiet(doubtful).compose(quiet -> quiet ? claim(loop, gone) : stepBack(loop));
    }

    /** Somebody is at work. That is as it should be where it is a node that we see. */
    private Future<Boolean> stepBack(LoopName loop) {
        return answer(() -> map.getAsync(loop.text()))
                .compose(text -> isAnothers(LeaseEntry.parse(text))
                        ? Future.succeededFuture(false)
                        : Future.failedFuture(new LeaseException(
                                "somebody is at work on the target of loop " + loop
                                        + " under no lease that this node can see",
                                "if the cluster is cut in two, it heals when the nodes reach each other again; otherwise look"
                                        + " for a process outside of this cluster that runs the loop: penstock.loops on the"
                                        + " target names it")));
    }

    private static LeaseException unanswered(Throwable cause) {
        return new LeaseException(
                "the cluster did not answer (" + cause.getMessage() + ")",
                "none is needed when a node has just gone; if it stays so, restart this node");
    }

    private Future<Boolean> claim(LoopName loop, LeaseEntry gone) {
        long begun = nanos.getAsLong();
        return submit(loop, gone).map(now -> {
            if (!ours.equals(now)) {
                turns.isTaken(loop);
                return false;
            }
            turns.isTaken(loop);
            held.put(loop, new Held(begun, begun, false));
            return true;
        });
    }

    private Future<LeaseEntry> submit(LoopName loop, LeaseEntry gone) {
        LeaseClaim claim = new LeaseClaim(ours, gone, life.toMillis());
        return answer(() -> map.submitToKey(loop.text(), claim)).map(LeaseEntry::parse);
    }

    @Override
    public Future<Void> release(LoopName loop, Parting why) {
        Held was = held.get(loop);
        if (why == Parting.TROUBLE && was != null) {
            boolean others = outlook.hasOthersFor(loop.text(), ours.node());
            Duration unfit = misgivings.afterTrouble(loop, was.acquiredNanos(), nanos.getAsLong(), others);
            if (unfit.isZero()) {
                return Future.succeededFuture();
            }
            LOG.warn("loop {}: others may try; this node does not for {} s", loop, unfit.toSeconds());
            return standing.unfit(loop, ours.node(), unfit).transform(told -> surrender(loop, false));
        }
        if (why == Parting.FENCED && was != null) {
            return answer(() -> map.getAsync(loop.text())).transform(found -> {
                if (found.succeeded() && ours.equals(LeaseEntry.parse(found.result()))) {
                    // Whoever raised the epoch did not need our lease for it: it is no member that we see.
                    misgivings.contested(loop);
                }
                return surrender(loop, false);
            });
        }
        if (why == Parting.DONE) {
            misgivings.settled(loop);
        }
        return surrender(loop, why == Parting.DONE);
    }

    private Future<Void> surrender(LoopName loop, boolean done) {
        held.remove(loop);
        // When it fails, the entry's time runs out.
        return answer(() -> map.submitToKey(loop.text(), new LeaseSurrender(ours, done)))
                .<Void>mapEmpty()
                .otherwiseEmpty();
    }

    @Override
    public void listen(LeaseListener told) {
        listener = told;
    }

    @Override
    public Orders orders() {
        return standing;
    }

    // --- for commands ---

    /** The names of all nodes, the eldest first. */
    public List<String> nodes() {
        return outlook.nodes().stream().map(Roster.Entry::name).toList();
    }

    /** All loops that some node has, sorted. */
    public List<LoopName> loops() {
        return outlook.definitions().keySet().stream().map(LoopName::new).toList();
    }

    public boolean isCordoned(String node) {
        return outlook.isCordoned(node);
    }

    /** The node that holds the loop, or null. */
    public Future<String> holder(LoopName loop) {
        return answer(() -> map.getAsync(loop.text())).map(text -> {
            LeaseEntry found = LeaseEntry.parse(text);
            return found != null && outlook.isAlive(found.token()) ? found.node() : null;
        });
    }

    /** A cordoned node hands its loops over and takes none, while there are others. */
    public Future<Void> cordon(String node, boolean cordoned) {
        return standing.cordon(node, cordoned).onSuccess(done -> lookSoon());
    }

    /** @param node where the loop ought to run from now on; null for wherever it fits */
    public Future<Void> pin(LoopName loop, String node) {
        return standing.pin(loop, node).onSuccess(done -> lookSoon());
    }

    /** This node is about to leave: others take what it releases. To be called before the loops end. */
    public Future<Void> leave() {
        leaving = true;
        return standing.leaving(ours.token()).otherwiseEmpty();
    }

    // --- what happens by itself, on the context ---

    private void tick() {
        long now = nanos.getAsLong();
        loseWhatIsLate(now);
        if (ticks++ % TICKS_A_LOOK == 0 && hazelcast.getLifecycleService().isRunning()) {
            look();
        }
    }

    private void loseWhatIsLate(long now) {
        long stood = now - lookedNanos;
        held.forEach((loop, lease) -> {
            String why = whyLate(stood, now - lease.renewedNanos());
            if (why != null) {
                doubt.stalled(now);
                lose(loop, why);
            }
        });
        lookedNanos = now;
    }

    /** What speaks against a lease that was renewed so long ago, or null. */
    private String whyLate(long stood, long sinceRenewed) {
        if (stood > silenceNanos) {
            return "this node stood still for " + TimeUnit.NANOSECONDS.toSeconds(stood) + " s";
        }
        return sinceRenewed > life.minus(ROUNDING).toNanos()
                ? "it could not be renewed for " + TimeUnit.NANOSECONDS.toSeconds(sinceRenewed)
                        + " s: the cluster can't be reached"
                : null;
    }

    private void lookSoon() {
        context.runOnContext(hopped -> look());
    }

    private void look() {
        Outlook now = new Outlook(ours.token(), roster.look(hazelcast.getCluster()), standing.all());
        outlook = now;
        int staying = (int) (now.nodes().size() - now.leaving());
        if (now.leaving() > 0) {
            doubt.isLeft(staying);
        }
        doubt.sees(staying, nanos.getAsLong());
        turns.sees(now);
        List<LoopName> loops = new ArrayList<>(held.keySet());
        for (LoopName loop : loops) {
            LeaseException conflict = now.conflict(loop.text());
            String elsewhere = turns.elsewhere(loop, now);
            if (conflict != null) {
                lose(loop, conflict.getMessage());
            } else if (elsewhere != null && !leaving && listener != null) {
                listener.recalled(loop, elsewhere);
            }
        }
    }

    private void renew(LoopName loop, Held lease) {
        if (lease.underWay()) {
            return;
        }
        long begun = nanos.getAsLong();
        held.replace(loop, lease, new Held(lease.acquiredNanos(), lease.renewedNanos(), true));
        submit(loop, null).onSuccess(now -> renewed(loop, begun, now)).onFailure(cause -> {
            LOG.debug("loop {}: lease not renewed", loop, cause);
            held.computeIfPresent(loop, (l, h) -> new Held(h.acquiredNanos(), h.renewedNanos(), false));
        });
    }

    /** @param now who has it after we asked for it */
    private void renewed(LoopName loop, long begun, LeaseEntry now) {
        if (ours.equals(now)) {
            held.computeIfPresent(loop, (l, h) -> new Held(h.acquiredNanos(), begun, false));
        } else {
            lose(loop, "node " + (now == null ? "unknown" : now.node()) + " has it now");
        }
    }

    private void lose(LoopName loop, String why) {
        if (held.remove(loop) != null && listener != null) {
            LOG.warn("loop {}: the lease is lost: {}", loop, why);
            listener.lost(loop, why);
        }
    }

    private void membersChanged() {
        context.runOnContext(hopped -> {
            if (!hazelcast.getLifecycleService().isRunning()) {
                return;
            }
            look();
            LOG.info("the cluster is now: {}", String.join(", ", nodes()));
            // What a member held that is gone may be taken at once; whose turn it is, each try finds out.
            outlook.definitions().keySet().forEach(loop -> free(new LoopName(loop)));
        });
    }

    private void free(LoopName loop) {
        if (listener != null && !held.containsKey(loop) && !leaving) {
            listener.free(loop);
        }
    }

    private void listenToTheMap() {
        EntryUpdatedListener<String, String> released = event -> {
            LeaseEntry now = LeaseEntry.parse(event.getValue());
            if (now != null && now.isFree()) {
                free(new LoopName(event.getKey()));
            }
        };
        EntryRemovedListener<String, String> removed = event -> free(new LoopName(event.getKey()));
        EntryExpiredListener<String, String> expired = event -> free(new LoopName(event.getKey()));
        map.addEntryListener(released, true);
        map.addEntryListener(removed, false);
        map.addEntryListener(expired, false);
    }

    /** On the asker's own context. Also where the cluster has ended, which Hazelcast says by throwing. */
    private <T> Future<T> answer(Supplier<CompletionStage<T>> question) {
        Context asker = Vertx.currentContext() == null ? context : Vertx.currentContext();
        try {
            return Future.fromCompletionStage(question.get(), asker).timeout(ANSWER_MILLIS, TimeUnit.MILLISECONDS);
        } catch (HazelcastException | HazelcastInstanceNotActiveException e) {
            return Future.failedFuture(e);
        }
    }

    /** @param underWay whether a renewal is */
    private record Held(long acquiredNanos, long renewedNanos, boolean underWay) {}
}

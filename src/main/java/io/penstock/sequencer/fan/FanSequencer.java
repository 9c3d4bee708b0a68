package io.penstock.sequencer.fan;

import io.penstock.model.Batch;
import io.penstock.model.Mode;
import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Commit;
import io.penstock.model.Mutation.Described;
import io.penstock.model.Mutation.RowMutation;
import io.penstock.model.TableName;
import io.penstock.sequencer.LaneSender;
import io.penstock.sequencer.LaneSetup;
import io.penstock.sequencer.Sequencer;
import io.penstock.sequencer.SequencerListener;
import io.penstock.stamp.Stamp;
import io.penstock.target.TargetSchema;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Spreads each batch over the shards, and stops them all around a barrier. */
public final class FanSequencer implements Sequencer {
    /** The version of the hash that decides a key's shard; stored with progress. */
    public static final int HASH_VERSION = KeyHash.VERSION;

    private final Vertx vertx;
    private final List<LaneSetup> shardSetups;
    private final LaneSetup barrierSetup;
    private final SequencerListener listener;
    private final TargetSchema schema;
    private final ShardRouter router;
    private final Function<Map<TableName, String>, Future<Void>> retied;
    private final PassedPoint passed = new PassedPoint();
    private final List<ShardOutlet> outlets = new ArrayList<>();
    private final Map<TableName, List<String>> keys = new HashMap<>();
    private final LaneSender barrier;
    private final List<String> deployments = new ArrayList<>();

    /** Dispatching one batch may wait for a barrier; the next one waits behind it. */
    private Future<Void> tail = Future.succeededFuture();

    private int partsUnderWay;
    private Throwable broken;
    private Promise<Void> quiet;

    /**
     * @param senders makes the sender for a lane
     * @param ties as {@link TargetSchema#ties()} had them when the lanes began, which may have been another reign
     * @param retied writes other ties down; nothing is routed by them before that is done
     */
    public FanSequencer(
            Vertx vertx,
            List<LaneSetup> shards,
            LaneSetup barrier,
            Function<LaneSetup, LaneSender> senders,
            Map<TableName, String> ties,
            Function<Map<TableName, String>, Future<Void>> retied,
            SequencerListener listener) {
        this.vertx = vertx;
        this.shardSetups = List.copyOf(shards);
        this.barrierSetup = barrier;
        this.listener = listener;
        this.schema = barrier.schema();
        this.router = new ShardRouter(shards.size(), ties);
        this.retied = retied;
        this.barrier = senders.apply(barrier);
        shards.forEach(s -> outlets.add(new ShardOutlet(senders.apply(s))));
    }

    @Override
    public Mode mode() {
        return Mode.FAN;
    }

    @Override
    public Future<Void> start() {
        List<Future<?>> deployed = new ArrayList<>();
        shardSetups.forEach(s -> deployed.add(deploy(new ShardVerticle(s))));
        deployed.add(deploy(new BarrierVerticle(barrierSetup)));
        return Future.join(deployed).mapEmpty();
    }

    @Override
    public Future<Void> accept(Batch batch) {
        Part part = new Part(passed.open(lastCommit(batch)));
        tail = tail.compose(ready -> dispatch(batch.mutations(), 0, part)).onComplete(sent -> {
            if (sent.failed()) {
                part.done.tryFail(sent.cause());
            } else {
                part.finished();
            }
        });
        return part.done.future().onFailure(listener::failed);
    }

    @Override
    public Future<Void> drain() {
        return tail.compose(dispatched -> whenQuiet());
    }

    @Override
    public Future<Void> close() {
        List<Future<?>> undeployed = new ArrayList<>();
        deployments.forEach(id -> undeployed.add(vertx.undeploy(id)));
        return Future.join(undeployed).mapEmpty();
    }

    /** Routes from {@code start} on, up to the end or through the next barrier. */
    private Future<Void> dispatch(List<Mutation> mutations, int start, Part part) {
        if (broken != null) {
            return Future.failedFuture(broken);
        }
        for (int i = start; i < mutations.size(); i++) {
            Mutation m = mutations.get(i);
            if (m instanceof Commit) {
                continue;
            }
            int shard = shardOf(m);
            if (shard == ShardRouter.BARRIER) {
                flushAll(part);
                return passBarrier(mutations, i, part);
            }
            if (shard >= 0) {
                outlets.get(shard).add(m);
            }
        }
        flushAll(part);
        return Future.succeededFuture();
    }

    /** Sends the run of barrier mutations that begins at {@code start} alone, and goes on behind it. */
    private Future<Void> passBarrier(List<Mutation> mutations, int start, Part part) {
        List<Mutation> run = new ArrayList<>();
        long bytes = 0;
        int end = start;
        boolean reshapes = false;
        for (; end < mutations.size(); end++) {
            Mutation m = mutations.get(end);
            if (m instanceof Commit) {
                continue;
            }
            // Behind a change of shape the routes have to be asked for again.
            if (end > start && (reshapes || shardOf(m) != ShardRouter.BARRIER)) {
                break;
            }
            reshapes = m instanceof Described;
            run.add(m);
            bytes += m.retainedBytes();
        }
        int next = end;
        long runBytes = bytes;
        return whenQuiet()
                .compose(quiet -> barrier.send(run, runBytes))
                .compose(durable -> reroute(run.get(run.size() - 1)))
                .compose(rerouted -> dispatch(mutations, next, part));
    }

    /** Behind a change of tables their rows may depend on each other in other ways. */
    private Future<Void> reroute(Mutation barrier) {
        Map<TableName, String> now = schema.ties();
        // Lanes that were found ahead of this barrier got there by the ties that they were filled under.
        boolean ahead = shardSetups.stream().anyMatch(s -> s.covered().covers(barrier.stamp(), barrier.ordinal()));
        if (ahead || now.equals(router.ties())) {
            router.reroute(router.ties());
            return Future.succeededFuture();
        }
        return retied.apply(now).onSuccess(written -> router.reroute(now));
    }

    /** The shard, {@link ShardRouter#BARRIER}, or -2 for what needs nothing to be done. */
    private int shardOf(Mutation m) {
        if (m instanceof RowMutation row) {
            return router.route(row);
        }
        if (m instanceof Described d) {
            // Rows that were routed by another key, or by none, have to be durable before rows of this one follow.
            List<String> before = keys.put(d.table().name(), d.table().keyNames());
            boolean sameKey = before == null || before.equals(d.table().keyNames());
            boolean sameTie = Objects.equals(
                    schema.family(d.table().name()), router.ties().get(d.table().name()));
            boolean passes = barrierSetup.covered().covers(d.stamp(), d.ordinal()) || schema.fits(d.table()) && sameTie;
            return passes && sameKey ? -2 : ShardRouter.BARRIER;
        }
        return ShardRouter.BARRIER;
    }

    private void flushAll(Part part) {
        for (ShardOutlet outlet : outlets) {
            if (!outlet.isEmpty()) {
                part.entry.partSent();
                partsUnderWay++;
                outlet.flush().onComplete(answer -> {
                    partsUnderWay--;
                    if (answer.failed()) {
                        broken = answer.cause();
                        part.done.tryFail(broken);
                    } else {
                        part.finished();
                    }
                    if (partsUnderWay == 0 && quiet != null) {
                        tellQuiet();
                    }
                });
            }
        }
    }

    private void tellQuiet() {
        Promise<Void> waiting = quiet;
        quiet = null;
        if (broken == null) {
            waiting.complete();
        } else {
            waiting.fail(broken);
        }
    }

    /** Completes when all that was sent is durable; fails when some of it never will be. */
    private Future<Void> whenQuiet() {
        if (broken != null) {
            return Future.failedFuture(broken);
        }
        if (partsUnderWay == 0) {
            return Future.succeededFuture();
        }
        if (quiet == null) {
            quiet = Promise.promise();
        }
        return quiet.future();
    }

    private Future<Void> deploy(io.vertx.core.Deployable verticle) {
        return vertx.deployVerticle(verticle).onSuccess(deployments::add).mapEmpty();
    }

    private static Stamp lastCommit(Batch batch) {
        List<Mutation> mutations = batch.mutations();
        for (int i = mutations.size() - 1; i >= 0; i--) {
            if (mutations.get(i) instanceof Commit commit) {
                return commit.stamp();
            }
        }
        return null;
    }

    /** One source batch on its way through the shards. */
    private final class Part {
        private final PassedPoint.Entry entry;
        private final Promise<Void> done = Promise.promise();

        private Part(PassedPoint.Entry entry) {
            this.entry = entry;
        }

        private void finished() {
            if (entry.partDone()) {
                done.tryComplete();
                Stamp point = passed.advance();
                if (point != null) {
                    listener.durable(point);
                }
            }
        }
    }

    /** What is collected for one shard while a batch is dispatched. */
    private static final class ShardOutlet {
        private final LaneSender sender;
        private List<Mutation> rows = new ArrayList<>();
        private long bytes;

        private ShardOutlet(LaneSender sender) {
            this.sender = sender;
        }

        private void add(Mutation m) {
            rows.add(m);
            bytes += m.retainedBytes();
        }

        private boolean isEmpty() {
            return rows.isEmpty();
        }

        private Future<Void> flush() {
            List<Mutation> sent = rows;
            long sentBytes = bytes;
            rows = new ArrayList<>();
            bytes = 0;
            return sender.send(sent, sentBytes);
        }
    }
}

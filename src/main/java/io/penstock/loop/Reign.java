package io.penstock.loop;

import io.penstock.backfill.Backfill;
import io.penstock.backfill.DeliveredTransactions;
import io.penstock.backfill.TableCopy;
import io.penstock.config.LoopConfig;
import io.penstock.config.ModeSetting;
import io.penstock.model.Lane;
import io.penstock.model.LanePosition;
import io.penstock.model.Mode;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.progress.CopyState;
import io.penstock.progress.CopyStore;
import io.penstock.progress.LoopProgress;
import io.penstock.progress.ProgressStore;
import io.penstock.source.Dialect;
import io.penstock.source.Dialect.KnownPosition;
import io.penstock.source.Dialect.Prepared;
import io.penstock.stamp.Stamp;
import io.penstock.target.OwnSession;
import io.penstock.target.Target;
import io.penstock.target.Target.TargetFacts;
import io.penstock.target.TargetException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * One reign over a loop, from raising the epoch to the running stream. {@link #begin()} reads as the story it is. Ends
 * by failure or by {@link #end}; the next one starts from what progress says.
 */
final class Reign {
    private static final int MOST_CHUNKS_AT_ONCE = 4;

    private final Vertx vertx;
    private final LoopConfig config;
    private final LoopParts loopParts;
    private final LoopObserver observer;
    private final ReignListener listener;
    private final boolean careful;
    private final Dialect dialect;
    private final Target target;
    /** On a session that lives as long as the reign, once the epoch is raised. */
    private ProgressStore progress;

    private OwnSession session;

    private TargetFacts facts;
    private LoopProgress known;
    /** As the source's catalogue had them when the reign began. */
    private List<TableDefinition> tables;

    private Backfill backfill;
    private boolean copyTold;
    /** The loop's first copy is not over yet. */
    private boolean firstCopy;

    private boolean endingCopy;
    private boolean stirring;
    private Stamp stoodAt;
    private Generation generation;
    private boolean over;

    Reign(
            Vertx vertx,
            LoopConfig config,
            LoopParts loopParts,
            LoopObserver observer,
            ReignListener listener,
            boolean careful) {
        this.vertx = vertx;
        this.config = config;
        this.loopParts = loopParts;
        this.observer = observer;
        this.listener = listener;
        this.careful = careful;
        this.dialect = loopParts.dialect(config);
        this.target = loopParts.target(config);
        this.progress = loopParts.progress(target);
    }

    /** Completes when the stream runs. */
    Future<Void> begin(Mode first) {
        return raiseEpoch()
                .compose(this::prepareSource)
                .compose(this::prepareTables)
                .compose(this::takeUpCopy)
                .compose(start -> startStream(start, first));
    }

    /** Null until the stream runs. */
    Generation generation() {
        return generation;
    }

    Dialect dialect() {
        return dialect;
    }

    /** True until the stream has passed the end of the first copy. */
    boolean isCatchingUpWithCopy() {
        return firstCopy;
    }

    /** True when no table is being copied, and the stream has passed the end of what was. */
    boolean isCopiedAgain() {
        return !endingCopy && !backfill.isUnderWay();
    }

    /** @param graceful what came in is applied and stored first */
    Future<Void> end(boolean graceful) {
        over = true;
        Future<Void> copied = backfill == null ? Future.succeededFuture() : backfill.stop();
        return copied.transform(
                        stopped -> graceful && generation != null ? generation.drain() : Future.succeededFuture())
                .transform(drained -> generation == null ? Future.succeededFuture() : generation.stop())
                .transform(stopped -> dialect.close())
                .transform(closed -> session == null ? Future.succeededFuture() : session.close());
    }

    private Future<LoopProgress> raiseEpoch() {
        return target.inspect()
                .onSuccess(found -> facts = found)
                .compose(found -> progress.install())
                .compose(
                        installed -> new Accession(config.name(), loopParts.node(), target, progress, listener).raise())
                .onSuccess(raised -> {
                    known = raised;
                    listener.reigning(raised.epoch(), raised.consistentPoint(), raised.copy() == CopyState.DONE);
                })
                .compose(raised -> target.openSession("penstock/" + config.name() + "/" + raised.epoch() + "/progress")
                        .map(opened -> {
                            session = opened;
                            progress = progress.on(opened);
                            return raised;
                        }));
    }

    private Future<Prepared> prepareSource(LoopProgress raised) {
        boolean copied = raised.copy() == CopyState.DONE || !config.backfill();
        KnownPosition position =
                new KnownPosition(raised.epoch(), raised.sourceIdentity(), consistentPoint(raised), copied);
        return dialect.prepare(position).compose(prepared -> {
            prepared.warnings().forEach(listener::warn);
            Future<Void> identified = prepared.identity().equals(raised.sourceIdentity())
                    ? Future.succeededFuture()
                    : progress.identify(config.name(), raised.epoch(), prepared.identity());
            return identified.map(prepared);
        });
    }

    private Future<Prepared> prepareTables(Prepared prepared) {
        return dialect.describe()
                .onSuccess(found -> tables = found)
                .compose(found -> target.schema().prepare(found, config.target().createTables()))
                .onSuccess(warnings -> warnings.forEach(listener::warn))
                .map(prepared);
    }

    /** What of existing rows is to be copied beside the stream. The stamp that the stream goes on behind. */
    private Future<Stamp> takeUpCopy(Prepared prepared) {
        Stamp start = prepared.start();
        firstCopy = prepared.copyWanted();
        CopyStore store = progress.copies(config.name(), known.epoch());
        backfill = new Backfill(
                vertx,
                dialect.backfiller(),
                target,
                store,
                DeliveredTransactions.parse(known.unseen()),
                () -> generation == null ? start : generation.passage().consistentPoint());
        Future<Void> placed = known.consistentPoint() == null
                ? progress.advance(config.name(), known.epoch(), start, null)
                : Future.succeededFuture();
        return placed.compose(done -> firstCopy ? beginFirstCopy(store) : finish(tables))
                .compose(done -> store.load())
                .onSuccess(copies -> backfill.restore(copies.tables(), byName(), ahead(start)))
                .map(start);
    }

    private Future<Void> beginFirstCopy(CopyStore store) {
        List<TableName> names = tables.stream()
                .filter(table -> !table.isPartitioned())
                .map(TableDefinition::name)
                .toList();
        return store.load()
                .compose(begun -> begun.tables().isEmpty() ? store.begin(names) : Future.succeededFuture())
                .compose(begun -> progress.copyStarted(config.name(), known.epoch()));
    }

    private Map<TableName, TableDefinition> byName() {
        return tables.stream().collect(Collectors.toMap(TableDefinition::name, table -> table));
    }

    /** What lanes have applied ahead of the start comes again first. */
    private Stamp ahead(Stamp start) {
        LanePosition furthest = furthestLane(start);
        return furthest == null ? null : furthest.stamp();
    }

    private void startCopy() {
        if (firstCopy || backfill.isUnderWay()) {
            tellCopy();
        }
        // The stream may ask for a copy: nobody should take the loop for caught up meanwhile.
        backfill.onBegun(() -> {
            if (!copyTold) {
                tellCopy();
            }
        });
        backfill.start(MOST_CHUNKS_AT_ONCE, "penstock/" + config.name() + "/" + known.epoch() + "/copy");
        backfill.failed().onFailure(generation::failed);
    }

    private void tellCopy() {
        copyTold = true;
        listener.copying(backfill);
    }

    /** To be called now and then: ends the copy when the stream has come up to it. */
    void tendCopy() {
        backfill.wake();
        if (endingCopy || !(firstCopy || backfill.isUnderWay())) {
            return;
        }
        if (!backfill.isPassed()) {
            stirQuietSource();
            return;
        }
        endingCopy = true;
        generation.atBorder(this::endCopy).onComplete(ended -> endingCopy = false);
    }

    /** When everything is copied and the stream stands still before the end of it. */
    private void stirQuietSource() {
        Stamp here = generation.passage().consistentPoint();
        boolean still = here.equals(stoodAt);
        stoodAt = here;
        if (backfill.isCopied() && still && !stirring) {
            stirring = true;
            dialect.backfiller().stir().onComplete(stirred -> stirring = false);
        }
    }

    /** All lanes are drained: the target is what the source was at this point. */
    private Future<Void> endCopy() {
        if (!backfill.isPassed()) {
            return Future.succeededFuture();
        }
        List<TableCopy> copied = backfill.tables();
        Stamp at = generation.passage().consistentPoint();
        Future<Void> first = firstCopy
                ? finishTables().compose(done -> progress.copyFinished(config.name(), known.epoch(), at))
                : Future.succeededFuture();
        return first.compose(done -> backfill.end()).onSuccess(ended -> {
            firstCopy = false;
            copyTold = false;
            listener.copied(copied);
        });
    }

    /** Copies tables again, or for the first time, beside the stream. @return how many they are */
    Future<Integer> copyAgain(Predicate<TableName> wanted) {
        return dialect.describe().compose(found -> {
            List<TableDefinition> again = found.stream()
                    .filter(table -> !table.isPartitioned() && wanted.test(table.name()))
                    .toList();
            if (again.isEmpty()) {
                return Future.succeededFuture(0);
            }
            return generation
                    .standingStill(behind -> backfill.begin(again, behind))
                    .map(again.size());
        });
    }

    /** Makes what rows can flow without (indexes, foreign keys), and sets sequences to where the source's stand. */
    Future<Void> finishTables() {
        return dialect.describe().compose(this::finish);
    }

    private Future<Void> finish(List<TableDefinition> tables) {
        return config.target().createTables() ? target.schema().finish(tables) : Future.succeededFuture();
    }

    private Future<Void> stillWanted() {
        return over ? Future.failedFuture(new IllegalStateException("the reign was ended")) : Future.succeededFuture();
    }

    private Future<Void> startStream(Stamp start, Mode first) {
        SequencerFactory sequencers = new SequencerFactory(vertx, config, target, progress, known.epoch(), observer);
        ReignParts parts = new ReignParts(
                config,
                known.epoch(),
                dialect,
                progress,
                backfill,
                sequencers,
                shards(),
                careful,
                observer,
                new AtomicLong());
        return stillWanted()
                .compose(wanted -> {
                    LanePosition ahead = furthestLane(start);
                    generation = new Generation(vertx, parts, start, ahead);
                    if (ahead != null) {
                        Routing stored = storedRouting();
                        return generation.start(parts.restoredSequencer(stored, known.lanes(), start, generation));
                    }
                    Mode mode = isCatchingUpWithCopy() && config.mode() == ModeSetting.AUTO ? Mode.FAN : first;
                    return parts.freshSequencer(mode, start, generation).compose(generation::start);
                })
                .onSuccess(started -> startCopy());
    }

    /** The furthest row of a lane that lies ahead of the consistent point, or null when there is none. */
    private LanePosition furthestLane(Stamp start) {
        LanePosition consistent = LanePosition.whole(start);
        LanePosition furthest = consistent;
        for (LanePosition row : known.lanes().values()) {
            furthest = LanePosition.later(furthest, row);
        }
        return consistent.covers(furthest) ? null : furthest;
    }

    private Routing storedRouting() {
        Routing stored = Routing.parse(known.routing());
        if (!stored.isReadable() || !stored.tables().equals(Routing.tables(config))) {
            throw new TargetException(
                    TargetException.Kind.FINAL,
                    "",
                    "lanes of loop " + config.name() + " are ahead of its consistent point " + known.consistentPoint()
                            + " under other tables or another publication: " + stored.tables(),
                    "start once with the tables and publication as they were, wait until the loop has caught up, then"
                            + " change them",
                    null);
        }
        return stored;
    }

    /**
     * What the loop's row says, or the serial lane's where that is further: it moves with every transaction, the
     * loop's row about once a second.
     */
    private static Stamp consistentPoint(LoopProgress progress) {
        LanePosition serial = progress.lanes().get(Lane.SERIAL);
        Stamp point = progress.consistentPoint();
        boolean further = point != null
                && serial != null
                && serial.ordinal() == LanePosition.WHOLE
                && point.isCoveredBy(serial.stamp());
        return further ? serial.stamp() : point;
    }

    /** What the operator says, otherwise what the target's processors and free connections allow. */
    private int shards() {
        if (config.fanShards() > 0) {
            return config.fanShards();
        }
        int byCores = facts.cores() > 0 ? facts.cores() : Runtime.getRuntime().availableProcessors();
        int byConnections = Math.max(1, facts.freeConnections() / 2);
        return Math.max(2, Math.min(byCores * 2, byConnections));
    }

    /** Tables whose types may have changed on the source without the stream saying so. */
    Future<Boolean> refreshTypes() {
        return dialect.describe().compose(tables -> {
            Future<Boolean> all = Future.succeededFuture(false);
            for (TableDefinition table : tables) {
                if (!table.types().isEmpty()) {
                    all = all.compose(
                            before -> target.schema().refreshTypes(table).map(now -> before || now));
                }
            }
            return all;
        });
    }
}

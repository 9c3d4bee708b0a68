package io.penstock.loop;

import io.penstock.bus.Addresses;
import io.penstock.config.LoopConfig;
import io.penstock.config.ModeSetting;
import io.penstock.config.TablePattern;
import io.penstock.lease.Order;
import io.penstock.lease.Parting;
import io.penstock.loop.Candidacy.Granted;
import io.penstock.model.LoopState;
import io.penstock.model.Mode;
import io.penstock.stamp.Stamp;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * A loop's whole life on this node: it tries to reign, runs, and after a failure waits and tries again, unless only an
 * operator can mend it. Two reigns are never alive together: the next one begins when the one before has ended.
 */
public final class LoopVerticle extends VerticleBase {
    private static final long TICK_MILLIS = 250;
    /** The source is asked how it stands, and progress is stored, every so many ticks. */
    private static final int TICKS_A_LOOK = 4;
    /** Looking for lost tables reads the whole catalogue. */
    private static final int LOOKS_A_CHECK = 5;
    /** How often a lease that another node holds is asked for; its end is told as well, but news may be lost. */
    private static final int ASK_AGAIN_MILLIS = 1_000;

    private final LoopConfig config;
    private final LoopParts parts;
    private final Backoff backoff;
    private final RandomGenerator random = RandomGenerator.getDefault();

    private LoopJournal journal;
    private LoopVerification verification;
    private Candidacy candidacy;
    private MessageConsumer<JsonObject> commands;
    private ModeChoice choice;
    private Reign reign;
    private Lag lag = new Lag();
    private Future<Void> ending = Future.succeededFuture();
    private boolean offering;
    private boolean lookUnderWay;
    /** What operators want; the leases' copy is for whoever runs the loop next. */
    private Order order = Order.NONE;

    private int ordersUnderWay;
    private boolean stopping;
    /** Rows were refused: the next reign applies one by one, in source order, until it has got past them. */
    private boolean careful;

    private Stamp carefulBehind;
    private boolean typesRefreshed;
    private long ticker = -1;
    private long retryTimer = -1;
    private int ticks;
    private int looks;

    public LoopVerticle(LoopConfig config, LoopParts parts) {
        this.config = config;
        this.parts = parts;
        this.backoff = new Backoff(config.retryDelay(), random);
    }

    @Override
    public Future<?> start() {
        journal = new LoopJournal(vertx, config.name(), parts.node(), parts.metrics(config), lag);
        candidacy = new Candidacy(vertx, config, parts);
        verification = new LoopVerification(vertx, config, parts.metrics(config), this::runningReign);
        choice = new ModeChoice(config.mode(), config.backfillWindow(), firstMode());
        commands = vertx.eventBus().localConsumer(Addresses.loopControl(config.name()), this::onCommand);
        ticker = vertx.setPeriodic(TICK_MILLIS, id -> tick());
        tryToReign();
        return commands.completion();
    }

    @Override
    public Future<?> stop() {
        return commands == null ? Future.succeededFuture() : commands.unregister();
    }

    /**
     * Applies and stores what has been read, then ends. To be called, on any thread, before the verticle is undeployed:
     * undeploying takes its children away first.
     */
    Future<Void> shutDown() {
        Promise<Void> done = Promise.promise();
        context.runOnContext(hopped -> {
            stopping = true;
            vertx.cancelTimer(ticker);
            cancelRetry();
            endReign(LoopState.DRAINING, true, Parting.DONE).onComplete(ended -> {
                journal.state(LoopState.STOPPED);
                done.complete();
            });
        });
        return done.future();
    }

    // --- life ---

    private void tryToReign() {
        if (stopping || reign != null || offering || !ending.isComplete()) {
            return;
        }
        cancelRetry();
        offering = true;
        candidacy.offer().onComplete(answer -> {
            offering = false;
            if (stopping || reign != null) {
                return; // whoever ended it gives the lease back
            }
            if (answer.failed()) {
                onTrouble(null, answer.cause()); // which gives it back, granted or not
            } else if (answer.result() instanceof Granted granted) {
                onGranted(granted.fresh());
            } else {
                journal.heldElsewhere();
                retryIn(ASK_AGAIN_MILLIS + random.nextInt(ASK_AGAIN_MILLIS));
            }
        });
    }

    private void onGranted(boolean fresh) {
        if (fresh && ordersUnderWay == 0) {
            order = parts.leases().orders().of(config.name());
            ModeSetting ordered = modeSetting(order.mode());
            choice.setting(ordered == null ? config.mode() : ordered);
        }
        if (order.paused()) {
            journal.state(LoopState.PAUSED);
        } else {
            beginReign();
        }
    }

    private void beginReign() {
        journal.state(LoopState.LEASED);
        journal.beginReign();
        Reign begun;
        try {
            begun = new Reign(vertx, config, parts, journal, journal, careful);
        } catch (RuntimeException cause) {
            onTrouble(null, cause);
            return;
        }
        reign = begun;
        journal.state(LoopState.RESTORING);
        begun.begin(choice.choose(nowMillis(), 0, false))
                .onSuccess(running -> onRunning(begun))
                .onFailure(cause -> onTrouble(begun, cause));
    }

    private void onRunning(Reign begun) {
        if (reign != begun) {
            return;
        }
        journal.running(begun.generation().mode());
        begun.generation().ended().onFailure(cause -> onTrouble(begun, cause));
        tick();
    }

    /** A connection that breaks may be all that a node sees of its successor, after it stood still. */
    private void onTrouble(Reign troubled, Throwable cause) {
        Trouble trouble = Trouble.of(cause);
        if (trouble.kind() != Trouble.Kind.RETRY) {
            onTrouble(troubled, trouble, cause);
            return;
        }
        candidacy.stands().onSuccess(stands -> {
            if (stands) {
                onTrouble(troubled, trouble, cause);
            } // otherwise its loss is on the way here
        });
    }

    /** @param cause for the log, or null */
    private void onTrouble(Reign troubled, Trouble trouble, Throwable cause) {
        if (troubled != reign || stopping) {
            return;
        }
        journal.trouble(trouble, cause);
        if (trouble.kind() == Trouble.Kind.DATA && troubled != null && !typesRefreshed) {
            typesRefreshed = true;
            carefulBehind = lastCommit(troubled);
            troubled.refreshTypes()
                    .onComplete(refreshed -> endReign(LoopState.WAITING, false, null)
                            .onComplete(ended -> tryAgainAfterData(refreshed.succeeded() && refreshed.result())));
            return;
        }
        Trouble.Kind kind = trouble.kind() == Trouble.Kind.DATA && !careful ? Trouble.Kind.RETRY : trouble.kind();
        careful = trouble.kind() == Trouble.Kind.DATA;
        carefulBehind = careful ? lastCommit(troubled) : null;
        LoopState after =
                switch (kind) {
                    case RETRY -> LoopState.WAITING;
                    case FENCED -> LoopState.FENCED;
                    case DATA, FINAL -> LoopState.FAILED;
                };
        Parting parting =
                switch (kind) {
                    case RETRY -> careful ? null : Parting.TROUBLE;
                    case FENCED -> Parting.FENCED;
                    // Any other node would fail as well; it may try when this one is gone.
                    case DATA, FINAL -> null;
                };
        endReign(after, false, parting).onComplete(ended -> {
            if (after != LoopState.FAILED) {
                retryIn(careful ? 1 : backoff.nextMillis());
            }
        });
    }

    /** What was refused had come in by then, or comes behind it; null when the stream had not begun. */
    private static Stamp lastCommit(Reign reign) {
        return reign == null || reign.generation() == null
                ? null
                : reign.generation().passage().lastCommit();
    }

    /** Rows were refused: with types brought up to date they may pass, otherwise one by one in source order. */
    private void tryAgainAfterData(boolean refreshed) {
        careful = !refreshed;
        // Renamed labels come only after added ones, when rows are refused once more.
        typesRefreshed = !refreshed;
        retryIn(1);
    }

    /**
     * Completes when nothing of the reign is left.
     *
     * @param parting why the lease is given back, or null when it is kept
     */
    private Future<Void> endReign(LoopState state, boolean graceful, Parting parting) {
        Reign ended = reign;
        reign = null;
        lag = new Lag();
        journal.ended(state, lag);
        Future<Void> gone = ended == null ? ending : ended.end(graceful);
        // Also where the lease was all there was: a reign that could not even be put together.
        ending = gone.transform(done -> parting == null ? Future.succeededFuture() : candidacy.withdraw(parting))
                .otherwiseEmpty();
        return ending;
    }

    private void retryIn(long millis) {
        cancelRetry();
        if (!stopping) {
            retryTimer = vertx.setTimer(millis, fired -> tryToReign());
        }
    }

    private void cancelRetry() {
        if (retryTimer >= 0) {
            vertx.cancelTimer(retryTimer);
            retryTimer = -1;
        }
    }

    // --- once running ---

    private void tick() {
        Reign now = reign;
        if (now == null || now.generation() == null || !journal.isRunning()) {
            return;
        }
        Generation generation = now.generation();
        now.tendCopy();
        long lagMillis = lag.millisSince(generation.passage().oldestCommitMicros(), Lag.nowMicros());
        generation.want(choice.choose(nowMillis(), lagMillis, now.isCatchingUpWithCopy()));
        journal.look(generation, Lag.nowMicros());
        if (ticks++ % TICKS_A_LOOK == 0 && !lookUnderWay) {
            lookUnderWay = true;
            generation
                    .store()
                    .compose(stored -> now.dialect().status())
                    .onSuccess(status -> {
                        if (reign != now) {
                            return; // over since it was asked: what ended it is what there is to tell
                        }
                        lag.heard(status, Lag.nowMicros());
                        backoff.succeeded();
                        settle(generation);
                    })
                    .compose(status -> looks++ % LOOKS_A_CHECK == 0
                            ? now.dialect().tablesStillFollowed().onFailure(cause -> onTrouble(now, cause))
                            : Future.succeededFuture())
                    .onComplete(done -> lookUnderWay = false);
        }
    }

    /** What was done to get past refused rows is undone once the stream has gone on behind them. */
    private void settle(Generation generation) {
        Stamp point = generation.passage().consistentPoint();
        if (generation.passage().isDrained()) {
            typesRefreshed = false;
        }
        if (careful && carefulBehind != null && !point.isCoveredBy(carefulBehind)) {
            careful = false;
            endReign(LoopState.WAITING, true, null).onComplete(ended -> retryIn(1));
        }
        journal.settled();
    }

    // --- what the leases tell, on any thread ---

    /** Nothing is written any more, whether or not the target says the same. */
    void leaseLost(String why) {
        context.runOnContext(hopped -> {
            if (candidacy.isLeased() && !stopping) {
                candidacy.lost();
                onTrouble(reign, Trouble.leaseLost(why), null);
            }
        });
    }

    void leaseFree() {
        context.runOnContext(hopped -> tryToReign());
    }

    /** Hands the loop over to another node: what has been read is applied first. A copy is not interrupted. */
    void leaseRecalled(String node) {
        context.runOnContext(hopped -> {
            boolean runs = reign != null && journal.isRunning() && !reign.isCatchingUpWithCopy();
            if (stopping || !candidacy.isLeased() || !ending.isComplete() || offering || !(runs || reign == null)) {
                return;
            }
            journal.handsOver(node);
            cancelRetry();
            endReign(LoopState.DRAINING, runs, Parting.DONE).onComplete(ended -> {
                journal.heldElsewhere();
                retryIn(ASK_AGAIN_MILLIS + random.nextInt(ASK_AGAIN_MILLIS));
            });
        });
    }

    // --- commands ---

    private void onCommand(Message<JsonObject> message) {
        String command = message.body().getString("command", "");
        switch (command) {
            case "status" -> {}
            case "pause" -> pause(false);
            case "drain" -> pause(true);
            case "resume" -> resume();
            case "mode" -> {
                ModeSetting wanted = modeSetting(message.body().getString("value"));
                if (wanted == null) {
                    message.fail(400, "mode is one of auto, serial, fan");
                    return;
                }
                choice.setting(wanted);
                order(order.withMode(text(wanted)));
                tick();
            }
            case "backfill" -> {
                copyAgain(message);
                return;
            }
            case "verify" -> {
                verify(message);
                return;
            }
            case "verification" -> {
                message.reply(verification.toJson());
                return;
            }
            default -> {
                message.fail(
                        400,
                        "unknown command \"" + command
                                + "\": status, pause, resume, drain, mode, backfill, verify or verification");
                return;
            }
        }
        message.reply(status());
    }

    /** Answered once it is durable that the tables are to be copied. */
    private void copyAgain(Message<JsonObject> message) {
        List<TablePattern> patterns = patterns(message);
        Reign now = runningReign();
        if (now == null) {
            message.fail(409, "the loop is not running, so nothing can be copied; resume it first");
            return;
        }
        now.copyAgain(name -> patterns.stream().anyMatch(p -> p.matches(name)))
                .onSuccess(tables -> {
                    if (tables == 0) {
                        message.fail(400, "no table of the loop matches " + patterns);
                    } else {
                        message.reply(status());
                    }
                })
                .onFailure(cause -> message.fail(500, cause.getMessage()));
    }

    /** Answered when it has begun. */
    private void verify(Message<JsonObject> message) {
        String refusal = verification.refusal();
        if (refusal != null) {
            message.fail(409, refusal);
            return;
        }
        List<TablePattern> patterns = patterns(message);
        verification
                .begin(patterns, message.body().getBoolean("repair", false))
                .onSuccess(tables -> {
                    if (tables == 0) {
                        message.fail(400, "no table of the loop matches " + patterns);
                    } else {
                        message.reply(verification.toJson());
                    }
                })
                .onFailure(cause -> message.fail(500, cause.getMessage()));
    }

    private static List<TablePattern> patterns(Message<JsonObject> message) {
        return message.body().getJsonArray("tables").stream()
                .map(text -> TablePattern.parse((String) text, TablePattern.DEFAULT_SCHEMA))
                .toList();
    }

    /** The reign whose stream runs, or null. */
    private Reign runningReign() {
        return reign != null && reign.generation() != null && journal.isRunning() ? reign : null;
    }

    private JsonObject status() {
        return journal.status(reign).toJson();
    }

    private void pause(boolean drainFirst) {
        order(order.withPaused(true));
        cancelRetry();
        Reign now = reign;
        boolean runs = now != null && now.generation() != null && journal.isRunning();
        if (!drainFirst || !runs) {
            endReign(LoopState.DRAINING, runs, null).onComplete(ended -> afterPause());
            return;
        }
        journal.state(LoopState.DRAINING);
        now.dialect()
                .status()
                .compose(status -> now.generation().reached(status.end()))
                .compose(reached -> now.isCatchingUpWithCopy() ? Future.succeededFuture() : now.finishTables())
                .onComplete(reached -> endReign(LoopState.DRAINING, true, null).onComplete(ended -> afterPause()));
    }

    private void afterPause() {
        if (order.paused() && !stopping) {
            journal.state(LoopState.PAUSED);
        }
    }

    private void resume() {
        order(order.withPaused(false));
        careful = false;
        typesRefreshed = false;
        if (reign == null) {
            ending.onComplete(ended -> retryIn(1));
        }
    }

    /** It holds here at once; for other nodes it is written down. */
    private void order(Order now) {
        order = now;
        ordersUnderWay++;
        parts.leases()
                .orders()
                .give(config.name(), now)
                .onFailure(cause -> journal.warn("the command holds on this node only, since the cluster could not be"
                        + " told (" + cause.getMessage() + "); repeat it"))
                .onComplete(told -> ordersUnderWay--);
    }

    private static String text(ModeSetting setting) {
        return setting.name().toLowerCase(Locale.ROOT);
    }

    private static ModeSetting modeSetting(String text) {
        for (ModeSetting setting : ModeSetting.values()) {
            if (setting.name().equalsIgnoreCase(text == null ? "" : text)) {
                return setting;
            }
        }
        return null;
    }

    private Mode firstMode() {
        return config.mode() == ModeSetting.FAN ? Mode.FAN : Mode.SERIAL;
    }

    private static long nowMillis() {
        return System.nanoTime() / 1_000_000;
    }
}

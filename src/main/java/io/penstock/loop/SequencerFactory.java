package io.penstock.loop;

import io.penstock.bus.Addresses;
import io.penstock.config.LoopConfig;
import io.penstock.model.Epoch;
import io.penstock.model.Lane;
import io.penstock.model.LanePosition;
import io.penstock.model.Mode;
import io.penstock.progress.ProgressStore;
import io.penstock.sequencer.FlightLimits;
import io.penstock.sequencer.FlightObserver;
import io.penstock.sequencer.LaneSender;
import io.penstock.sequencer.LaneSetup;
import io.penstock.sequencer.Sequencer;
import io.penstock.sequencer.SequencerListener;
import io.penstock.sequencer.fan.FanSequencer;
import io.penstock.sequencer.serial.SerialSequencer;
import io.penstock.target.LaneGuard;
import io.penstock.target.Target;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes the sequencer of a mode, with its lanes standing where progress says. */
final class SequencerFactory {
    /** A lane answers when all before it in the window is done, so it may take several answers of the target. */
    static final int ANSWERS_A_REQUEST = 10;

    private final Vertx vertx;
    private final LoopConfig config;
    private final Target target;
    private final ProgressStore progress;
    private final Epoch epoch;
    private final FlightObserver observer;

    SequencerFactory(
            Vertx vertx,
            LoopConfig config,
            Target target,
            ProgressStore progress,
            Epoch epoch,
            FlightObserver observer) {
        this.vertx = vertx;
        this.config = config;
        this.target = target;
        this.progress = progress;
        this.epoch = epoch;
        this.observer = observer;
    }

    /**
     * @param rows where each lane's row stands
     * @param consistent all up to here is applied, whatever the rows say
     * @param careful one statement a mutation, in source order
     */
    Sequencer make(
            Routing routing,
            long generation,
            Map<Lane, LanePosition> rows,
            LanePosition consistent,
            boolean careful,
            SequencerListener listener) {
        LanePosition covered = consistent;
        if (rows.containsKey(Lane.BARRIER)) {
            // All lanes had drained before the last barrier, whatever their own rows say.
            covered = LanePosition.later(covered, rows.get(Lane.BARRIER));
        }
        List<LaneSetup> setups = new ArrayList<>();
        for (Lane lane : routing.lanes()) {
            setups.add(setup(lane, generation, rows.get(lane), covered, careful));
        }
        if (routing.mode() == Mode.SERIAL) {
            return new SerialSequencer(vertx, setups.get(0), this::sender, listener);
        }
        int last = setups.size() - 1;
        return new FanSequencer(
                vertx,
                setups.subList(0, last),
                setups.get(last),
                this::sender,
                routing.ties(),
                ties -> progress.reroute(
                        config.name(), epoch, routing.withTies(ties).text()),
                listener);
    }

    /** How mutations are to be spread as configuration and target are now. */
    Routing routing(Mode mode, int shards) {
        return Routing.of(config, mode, shards, target.schema().ties());
    }

    private LaneSetup setup(Lane lane, long generation, LanePosition row, LanePosition covered, boolean careful) {
        LaneGuard guard = progress.guard(config.name(), epoch, lane);
        String session = "penstock/" + config.name() + "/" + epoch + "/" + lane;
        return new LaneSetup(
                config.name(),
                epoch,
                generation,
                lane,
                new Addresses(config.name(), epoch, generation),
                row,
                LanePosition.later(row, covered),
                guard,
                target.schema(),
                config.target().createTables(),
                () -> target.openLane(config.name(), lane, session, guard),
                FlightLimits.forWindow(config.bytesInFlight()),
                careful,
                observer);
    }

    private LaneSender sender(LaneSetup setup) {
        return new LaneSender(vertx, setup, requestTimeout(config));
    }

    static Duration requestTimeout(LoopConfig config) {
        return config.applyTimeout().multipliedBy(ANSWERS_A_REQUEST);
    }
}

package io.penstock.source.postgresql;

import io.penstock.config.LoopConfig;
import io.penstock.source.Dialect.KnownPosition;
import io.penstock.source.Dialect.Prepared;
import io.penstock.source.SourceException;
import io.penstock.stamp.LsnStamp;
import io.penstock.stamp.UnreadableStampException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds where reading starts, from what progress knows and what the slot still has. A position is never guessed and
 * never moves back: where the two don't fit, it stops with the gap and the remedy.
 */
final class StartPosition {
    private static final Logger LOG = LoggerFactory.getLogger(StartPosition.class);
    private static final String COPY_AGAIN = "copy the tables again into an emptied target (a new loop name)";

    private final LoopConfig loop;
    private final KnownPosition known;
    private final ServerFacts server;
    private final ReplicationSlot slot;
    private final List<String> warnings;

    StartPosition(
            LoopConfig loop, KnownPosition known, ServerFacts server, ReplicationSlot slot, List<String> warnings) {
        this.loop = loop;
        this.known = known;
        this.server = server;
        this.slot = slot;
        this.warnings = warnings;
    }

    Prepared find(Connection connection, Connection replication) throws SQLException, InterruptedException {
        SlotState state = slot.readWhenReleased(connection, endEarlierReader(connection));
        if (state == null) {
            checkFreeSlot(connection);
        } else {
            checkIsOurs(state);
        }
        if (copyWanted()) {
            checkCanBeCopied();
        }
        if (known.consistentPoint() != null) {
            return prepared(resume(state, replication), copyWanted());
        }
        if (copyWanted()) {
            checkMayReplace(state);
            if (state != null) {
                LOG.info("loop {}: dropping replication slot {} of an interrupted start", loop.name(), slot.name());
                slot.drop(connection);
            }
            return prepared(created(replication), true);
        }
        if (loop.source().startAt() != null) {
            return prepared(startAt(state), false);
        }
        if (state != null) {
            checkIsReadable(state);
            return prepared(LsnStamp.before(state.confirmed()), false);
        }
        return prepared(created(replication), false);
    }

    private LsnStamp created(Connection replication) throws SQLException {
        LOG.info(
                "loop {}: creating replication slot {}; waits for transactions that are open now",
                loop.name(),
                slot.name());
        return LsnStamp.before(slot.create(replication, server));
    }

    /** A standby does not tell which transactions its snapshots see. */
    private void checkCanBeCopied() {
        if (server.standby()) {
            throw SourceException.fatal(
                    server.identity() + " is a standby, and existing rows can be copied from a primary only",
                    "point source.url at the primary until the copy is done, or set backfill: false and copy by other"
                            + " means");
        }
    }

    /** @return what the operator can do about a reader that stays */
    private String endEarlierReader(Connection connection) throws SQLException {
        SlotState state = SlotState.read(connection, slot.name());
        return state == null || state.activePid() == 0 || known.reign() == null
                ? ReplicationSlot.FREE_IT
                : new EarlierReader(loop.name(), known.reign()).end(connection, state.activePid());
    }

    private boolean copyWanted() {
        return loop.backfill() && !known.copyFinished() && (loop.source().startAt() == null);
    }

    private Prepared prepared(LsnStamp start, boolean copyWanted) {
        return new Prepared(server.identity(), start, copyWanted, warnings);
    }

    private void checkFreeSlot(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM pg_catalog.pg_replication_slots")) {
            row.next();
            if (known.consistentPoint() == null && row.getInt(1) >= server.maxReplicationSlots()) {
                throw SourceException.fatal(
                        "all " + server.maxReplicationSlots() + " replication slots of the server are taken",
                        "raise max_replication_slots and restart the server, or drop a slot that nobody needs"
                                + " (SELECT pg_drop_replication_slot('…'))");
            }
        }
    }

    private void checkIsOurs(SlotState state) {
        if (!"pgoutput".equals(state.plugin()) || !server.database().equals(state.database())) {
            throw SourceException.fatal(
                    "replication slot " + slot.name() + " is "
                            + (state.plugin() == null
                                    ? "physical"
                                    : "of plugin " + state.plugin() + " in database " + state.database())
                            + ", not of pgoutput in " + server.database(),
                    "name another slot in source.slot");
        }
    }

    /** A copy begins with a new slot. One that this loop did not make may be another's position. */
    private void checkMayReplace(SlotState state) {
        if (state != null && known.identity() == null && !OwnNames.isDefault(slot.name(), loop.name())) {
            throw SourceException.fatal(
                    "replication slot " + slot.name() + " is there already, and the copy has to begin with a new one",
                    "if nobody needs it: SELECT pg_drop_replication_slot(" + Quoting.literal(slot.name())
                            + "); to read from it without a copy: backfill: false");
        }
    }

    private void checkIsReadable(SlotState state) {
        if (state.lostBecause() != null) {
            throw SourceException.fatal(
                    "replication slot " + slot.name() + " is invalidated (" + state.lostBecause() + "): changes behind "
                            + position() + " are lost",
                    COPY_AGAIN + "; see max_slot_wal_keep_size");
        }
    }

    private String position() {
        return known.consistentPoint() == null
                ? "its start"
                : known.consistentPoint().toString();
    }

    private LsnStamp resume(SlotState state, Connection replication) throws SQLException {
        if (!(known.consistentPoint() instanceof LsnStamp point)) {
            throw SourceException.fatal(
                    "progress stands at " + known.consistentPoint().text() + ", which is no position of PostgreSQL",
                    "begin a new loop");
        }
        if (state == null) {
            throw SourceException.fatal(
                    "replication slot " + slot.name() + " is gone: all changes behind " + LsnStamp.lsnText(point.end())
                            + " (the server is at " + LsnStamp.lsnText(server.end()) + ") are lost",
                    COPY_AGAIN);
        }
        checkIsReadable(state);
        if (Long.compareUnsigned(state.confirmed(), point.end()) > 0) {
            throw SourceException.fatal(
                    "replication slot " + slot.name() + " stands at " + LsnStamp.lsnText(state.confirmed())
                            + ", ahead of what is applied (" + LsnStamp.lsnText(point.end())
                            + "): changes between the two are lost",
                    COPY_AGAIN + "; let nothing else read from or advance this slot");
        }
        if (Long.compareUnsigned(server.end(), point.end()) < 0) {
            throw SourceException.fatal(
                    "the server's log ends at " + LsnStamp.lsnText(server.end()) + ", before what is applied ("
                            + LsnStamp.lsnText(point.end()) + "): it has lost history that the target has",
                    COPY_AGAIN);
        }
        warnOfPromotion(point, replication);
        return point;
    }

    private LsnStamp startAt(SlotState state) {
        String text = loop.source().startAt();
        long start;
        try {
            start = LsnStamp.parseLsn(text);
        } catch (UnreadableStampException e) {
            throw new SourceException(
                    SourceException.Kind.FINAL,
                    "source.startAt: " + e.getMessage(),
                    "write a log position such as 16/B374D848",
                    e);
        }
        if (state == null) {
            throw SourceException.fatal(
                    "source.startAt is " + text + ", but there is no replication slot " + slot.name()
                            + " that has kept the changes since",
                    "create the slot before the moment to start at, or leave startAt out");
        }
        checkIsReadable(state);
        if (Long.compareUnsigned(state.confirmed(), start) > 0 || Long.compareUnsigned(server.end(), start) < 0) {
            throw SourceException.fatal(
                    "source.startAt is " + text + ", but replication slot " + slot.name() + " has changes from "
                            + LsnStamp.lsnText(state.confirmed()) + " to " + LsnStamp.lsnText(server.end()) + " only",
                    "choose a position between the two");
        }
        return LsnStamp.before(start);
    }

    /** The switch lies behind what is applied, and the slot is not ahead of it: nothing is lost. */
    private void warnOfPromotion(LsnStamp point, Connection replication) throws SQLException {
        if (server.timeline() <= 1) {
            return;
        }
        try (Statement statement = replication.createStatement();
                ResultSet row = statement.executeQuery("TIMELINE_HISTORY " + server.timeline())) {
            row.next();
            for (String line : row.getString(2).split("\n")) {
                String[] parts = line.strip().split("\t"); // timeline, where it was left, why
                if (parts.length > 1 && Long.compareUnsigned(LsnStamp.parseLsn(parts[1]), point.end()) >= 0) {
                    warnings.add("the source was promoted at " + parts[1] + ", behind what is applied ("
                            + LsnStamp.lsnText(point.end()) + "), to timeline " + server.timeline()
                            + " or one before it");
                }
            }
        }
    }
}

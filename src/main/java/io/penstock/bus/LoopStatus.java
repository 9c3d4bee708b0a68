package io.penstock.bus;

import io.penstock.model.Epoch;
import io.penstock.model.LoopName;
import io.penstock.model.LoopState;
import io.penstock.model.Mode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * How a loop stands, for people and programs. What is not known is null, here and in JSON.
 *
 * @param node the node that holds the loop, or the one that answers when none does
 * @param mode null until it is chosen
 * @param consistentPoint all up to here is applied, as text
 * @param sourcePosition the newest position of the source, as text
 * @param lagSeconds age of the oldest transaction that is not applied; 0 when there is none
 * @param lagBytes of the source's log
 * @param rowsApplied since the node took the loop
 * @param conflicts rows that did not stand on the target as the change expected
 * @param modeSwitches since the node took the loop
 * @param since when the loop came into its state
 * @param error why it does not run, or null
 */
public record LoopStatus(
        LoopName name,
        String node,
        LoopState state,
        Mode mode,
        Epoch epoch,
        String consistentPoint,
        String sourcePosition,
        Double lagSeconds,
        Long lagBytes,
        Long lagTransactions,
        long rowsApplied,
        Backfill backfill,
        List<String> warnings,
        long conflicts,
        long modeSwitches,
        Instant since,
        Failure error) {
    public LoopStatus {
        warnings = List.copyOf(warnings);
    }

    /** The same with other warnings. */
    public LoopStatus withWarnings(List<String> others) {
        return new LoopStatus(
                name,
                node,
                state,
                mode,
                epoch,
                consistentPoint,
                sourcePosition,
                lagSeconds,
                lagBytes,
                lagTransactions,
                rowsApplied,
                backfill,
                others,
                conflicts,
                modeSwitches,
                since,
                error);
    }

    public JsonObject toJson() {
        return new JsonObject()
                .put("name", name.text())
                .put("node", node)
                .put("state", state.name())
                .put("mode", lower(mode))
                .put("epoch", epoch == null ? null : epoch.number())
                .put("consistentPoint", consistentPoint)
                .put("sourcePosition", sourcePosition)
                .put("lagSeconds", lagSeconds)
                .put("lagBytes", lagBytes)
                .put("lagTransactions", lagTransactions)
                .put("rowsApplied", rowsApplied)
                .put("backfill", backfill.toJson())
                .put("warnings", new JsonArray(warnings))
                .put("conflicts", conflicts)
                .put("modeSwitches", modeSwitches)
                .put("since", since == null ? null : since.toString())
                .put("error", error == null ? null : error.toJson());
    }

    /** Reads {@link #toJson()}; fields it does not know are left alone, so that a newer node may say more. */
    public static LoopStatus fromJson(JsonObject json) {
        Long epoch = json.getLong("epoch");
        JsonObject error = json.getJsonObject("error");
        return new LoopStatus(
                new LoopName(json.getString("name")),
                json.getString("node"),
                LoopState.valueOf(json.getString("state")),
                choice(Mode.class, json.getString("mode")),
                epoch == null ? null : new Epoch(epoch),
                json.getString("consistentPoint"),
                json.getString("sourcePosition"),
                json.getDouble("lagSeconds"),
                json.getLong("lagBytes"),
                json.getLong("lagTransactions"),
                json.getLong("rowsApplied"),
                Backfill.fromJson(json.getJsonObject("backfill")),
                json.getJsonArray("warnings").stream().map(String.class::cast).toList(),
                json.getLong("conflicts"),
                json.getLong("modeSwitches"),
                json.getInstant("since"),
                error == null ? null : Failure.fromJson(error));
    }

    /**
     * The copy of the rows that were there.
     *
     * @param estimatedRows from the source's statistics, or null
     * @param bytes of the rows
     * @param underWay tables that are begun and not done
     */
    public record Backfill(
            State state,
            int tables,
            int tablesDone,
            long rows,
            Long estimatedRows,
            long bytes,
            CopyPace pace,
            List<TableProgress> underWay) {
        public static final Backfill NONE = new Backfill(State.NONE, 0, 0, 0, null);

        public Backfill {
            underWay = List.copyOf(underWay);
        }

        /** Without tables under way. */
        public Backfill(State state, int tables, int tablesDone, long rows, Long estimatedRows) {
            this(state, tables, tablesDone, rows, estimatedRows, 0, CopyPace.NONE, List.of());
        }

        /** How far it is. */
        public enum State {
            NONE,
            RUNNING,
            DONE
        }

        JsonObject toJson() {
            JsonArray tableList = new JsonArray();
            underWay.forEach(table -> tableList.add(table.toJson()));
            JsonObject json = new JsonObject()
                    .put("state", lower(state))
                    .put("tables", tables)
                    .put("tablesDone", tablesDone)
                    .put("rows", rows)
                    .put("estimatedRows", estimatedRows)
                    .put("bytes", bytes);
            pace.into(json);
            return json.put("underWay", tableList);
        }

        static Backfill fromJson(JsonObject json) {
            return new Backfill(
                    choice(State.class, json.getString("state")),
                    json.getInteger("tables"),
                    json.getInteger("tablesDone"),
                    json.getLong("rows"),
                    json.getLong("estimatedRows"),
                    json.getLong("bytes", 0L),
                    CopyPace.fromJson(json),
                    json.getJsonArray("underWay", new JsonArray()).stream()
                            .map(table -> TableProgress.fromJson((JsonObject) table))
                            .toList());
        }
    }

    /**
     * The copy of one table.
     *
     * @param rows since this node took the loop
     * @param estimatedRows from the source's statistics, or null
     * @param bytes of those rows
     * @param reread chunks that were begun and have to be read again
     */
    public record TableProgress(
            String table,
            long rows,
            Long estimatedRows,
            long bytes,
            CopyPace pace,
            int chunksDone,
            int chunksInFlight,
            long reread) {
        JsonObject toJson() {
            JsonObject json = new JsonObject()
                    .put("table", table)
                    .put("rows", rows)
                    .put("estimatedRows", estimatedRows)
                    .put("bytes", bytes);
            pace.into(json);
            return json.put("chunksDone", chunksDone)
                    .put("chunksInFlight", chunksInFlight)
                    .put("reread", reread);
        }

        static TableProgress fromJson(JsonObject json) {
            return new TableProgress(
                    json.getString("table"),
                    json.getLong("rows"),
                    json.getLong("estimatedRows"),
                    json.getLong("bytes", 0L),
                    CopyPace.fromJson(json),
                    json.getInteger("chunksDone"),
                    json.getInteger("chunksInFlight"),
                    json.getLong("reread"));
        }
    }

    /** What went wrong, where, what a person can do about it, and since when. */
    public record Failure(String what, String where, String remedy, Instant since) {
        JsonObject toJson() {
            return new JsonObject()
                    .put("what", what)
                    .put("where", where)
                    .put("remedy", remedy)
                    .put("since", since == null ? null : since.toString());
        }

        static Failure fromJson(JsonObject json) {
            return new Failure(
                    json.getString("what"),
                    json.getString("where"),
                    json.getString("remedy"),
                    json.getInstant("since"));
        }
    }

    private static String lower(Enum<?> choice) {
        return choice == null ? null : choice.name().toLowerCase(Locale.ROOT);
    }

    private static <E extends Enum<E>> E choice(Class<E> type, String text) {
        return text == null ? null : Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
    }
}

package io.penstock.loop;

import io.penstock.config.LoopConfig;
import io.penstock.config.TablePattern;
import io.penstock.model.Lane;
import io.penstock.model.Mode;
import io.penstock.model.TableName;
import io.penstock.sequencer.fan.FanSequencer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The fingerprint of how mutations are spread over lanes. It is stored with progress, because a lane's row means
 * nothing under another one: a restart that finds lanes ahead of the consistent point goes on under the stored routing
 * until they are caught up with, and only then adopts the configured one (law 2).
 *
 * @param hashVersion of the hash that decides a key's shard
 * @param shards 0 in serial mode
 * @param tables the patterns and the publication: what decides which mutations there are
 * @param ties tables whose rows share a lane, with the name that decides which; empty in serial mode
 */
record Routing(Mode mode, int hashVersion, int shards, String tables, Map<TableName, String> ties) {
    Routing {
        ties = Map.copyOf(ties);
    }

    static Routing of(LoopConfig config, Mode mode, int shards, Map<TableName, String> ties) {
        boolean fan = mode == Mode.FAN;
        return new Routing(mode, FanSequencer.HASH_VERSION, fan ? shards : 0, tables(config), fan ? ties : Map.of());
    }

    Routing withTies(Map<TableName, String> now) {
        return new Routing(mode, hashVersion, shards, tables, now);
    }

    /** Null for null. @throws IllegalArgumentException for a text that is none */
    static Routing parse(String text) {
        if (text == null) {
            return null;
        }
        try {
            JsonObject json = new JsonObject(text);
            return new Routing(
                    Mode.valueOf(json.getString("mode").toUpperCase(Locale.ROOT)),
                    json.getInteger("hash"),
                    json.getInteger("shards"),
                    json.getString("tables"),
                    ties(json.getJsonArray("ties")));
        } catch (DecodeException | NullPointerException | ClassCastException e) {
            throw new IllegalArgumentException("not a routing: " + text, e);
        }
    }

    String text() {
        return new JsonObject()
                .put("mode", mode.name().toLowerCase(Locale.ROOT))
                .put("hash", hashVersion)
                .put("shards", shards)
                .put("tables", tables)
                .put("ties", tiesAsJson())
                .encode();
    }

    /** Each as {@code [schema, table, family]}; in order, so that equal routings have equal texts. */
    private JsonArray tiesAsJson() {
        JsonArray array = new JsonArray();
        new TreeMap<>(ties).forEach((table, family) -> array.add(JsonArray.of(table.schema(), table.table(), family)));
        return array;
    }

    private static Map<TableName, String> ties(JsonArray array) {
        Map<TableName, String> ties = new HashMap<>();
        for (int i = 0; i < array.size(); i++) {
            JsonArray tie = array.getJsonArray(i);
            ties.put(new TableName(tie.getString(0), tie.getString(1)), tie.getString(2));
        }
        return ties;
    }

    List<Lane> lanes() {
        if (mode == Mode.SERIAL) {
            return List.of(Lane.SERIAL);
        }
        List<Lane> lanes = new ArrayList<>();
        for (int i = 0; i < shards; i++) {
            lanes.add(Lane.shard(i));
        }
        lanes.add(Lane.BARRIER);
        return lanes;
    }

    boolean isReadable() {
        return hashVersion == FanSequencer.HASH_VERSION;
    }

    static String tables(LoopConfig config) {
        return patterns(config.source().tables()) + " except "
                + patterns(config.source().exclude()) + " in " + config.source().publication();
    }

    private static String patterns(List<TablePattern> patterns) {
        return patterns.stream().map(TablePattern::toString).sorted().collect(Collectors.joining(","));
    }
}

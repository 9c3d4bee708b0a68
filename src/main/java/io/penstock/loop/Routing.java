package io.penstock.loop;

import io.penstock.config.LoopConfig;
import io.penstock.config.TablePattern;
import io.penstock.model.Lane;
import io.penstock.model.Mode;
import io.penstock.sequencer.fan.FanSequencer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The fingerprint of how mutations are spread over lanes. It is stored with progress, because a lane's row means
 * nothing under another one: a restart that finds lanes ahead of the consistent point goes on under the stored routing
 * until they are caught up with, and only then adopts the configured one (law 2).
 *
 * @param hashVersion of the hash that decides a key's shard
 * @param shards 0 in serial mode
 * @param tables the patterns and the publication: what decides which mutations there are
 */
record Routing(Mode mode, int hashVersion, int shards, String tables) {
    static Routing of(LoopConfig config, Mode mode, int shards) {
        return new Routing(mode, FanSequencer.HASH_VERSION, mode == Mode.FAN ? shards : 0, tables(config));
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
                    json.getString("tables"));
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
                .encode();
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

    private static String tables(LoopConfig config) {
        return patterns(config.source().tables()) + " except "
                + patterns(config.source().exclude()) + " in " + config.source().publication();
    }

    private static String patterns(List<TablePattern> patterns) {
        return patterns.stream().map(TablePattern::toString).sorted().collect(Collectors.joining(","));
    }
}

package io.penstock.config;

import io.penstock.model.LoopName;
import io.penstock.stamp.LsnStamp;
import io.penstock.stamp.UnreadableStampException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads one entry of {@code loops}.
 *
 * @param maxHeapBytes bounds what may be in flight
 */
record LoopReader(Variables variables, long maxHeapBytes) {
    private static final int FAN_SHARDS_AT_MOST = 64;
    private static final long BYTES_IN_FLIGHT_AT_LEAST = 64 << 10;
    /** What PostgreSQL allows for slots; publications are kept to the same. */
    private static final Pattern SLOT = Pattern.compile("[a-z0-9_]{1,63}");

    private static final String AUTO = "auto";
    private static final String OWNER = "owner";
    private static final String CLUSTER = "cluster";

    LoopConfig read(Section loop) {
        Section source = loop.requiredSection("source", Keys.SOURCE);
        Section target = loop.requiredSection("target", Keys.TARGET);
        LoopName name = name(loop);
        loop.read("fanPlacement", OWNER, LoopReader::fanPlacement);
        SourceConfig from = source(source, name);
        return new LoopConfig(
                name,
                from,
                target(target),
                loop.read("mode", Defaults.MODE, t -> ConfigLoader.choice(ModeSetting.class, t)),
                backfill(loop, from.startAt()),
                loop.read("backfillWindow", Defaults.BACKFILL_WINDOW, DurationText::parse),
                loop.read("fanShards", Defaults.FAN_SHARDS, LoopReader::fanShards),
                loop.read("bytesInFlight", Defaults.bytesInFlight(maxHeapBytes), this::bytesInFlight),
                loop.read("applyTimeout", Defaults.APPLY_TIMEOUT, LoopReader::positive),
                loop.read("retryDelay", Defaults.RETRY_DELAY, LoopReader::positive));
    }

    private static LoopName name(Section loop) {
        String text = loop.text("name", null);
        if (text == null) {
            throw loop.missing("name", "write a name such as shop");
        }
        try {
            return new LoopName(text);
        } catch (IllegalArgumentException e) {
            throw loop.refuse("name", e.getMessage(), "write a name such as shop");
        }
    }

    private SourceConfig source(Section source, LoopName loop) {
        ConnectionUrl url = url(source);
        String schema = url.isMySql() ? url.database() : Defaults.POSTGRESQL_SCHEMA;
        if (!source.has("tables")) {
            throw source.missing("tables", "write globs of schema.table, for example [\"" + schema + ".*\"]");
        }
        List<TablePattern> tables = source.list("tables", t -> TablePattern.parse(t, schema));
        if (tables.isEmpty()) {
            throw source.refuse("tables", "the list is empty", "write at least one, for example \"" + schema + ".*\"");
        }
        return new SourceConfig(
                url,
                tables,
                source.list("exclude", t -> TablePattern.parse(t, schema)),
                name(source, "publication", loop),
                name(source, "slot", loop),
                startAt(source, url));
    }

    private static String name(Section source, String key, LoopName loop) {
        String name = source.text(key, Defaults.slot(loop.text()));
        if (!SLOT.matcher(name).matches()) {
            throw source.refuse(
                    key, "\"" + name + "\" is no name for it", "use 1 to 63 small letters, digits and underscores");
        }
        return name;
    }

    private static String startAt(Section source, ConnectionUrl url) {
        String text = source.text("startAt", null);
        if (text != null && !url.isMySql()) {
            try {
                LsnStamp.parseLsn(text);
            } catch (UnreadableStampException e) {
                throw source.refuse("startAt", e.getMessage(), "write a log position such as 16/B374D848");
            }
        }
        return text;
    }

    private static boolean backfill(Section loop, String startAt) {
        boolean backfill = loop.truth("backfill", Defaults.backfill(startAt));
        if (backfill && startAt != null) {
            throw loop.refuse(
                    "backfill",
                    "a copy decides itself where the stream starts, and source.startAt is given too",
                    "write backfill: false, or leave startAt away");
        }
        return backfill;
    }

    private TargetConfig target(Section target) {
        return new TargetConfig(
                url(target), target.truth("createTables", Defaults.CREATE_TABLES), target.text("schema", null));
    }

    private ConnectionUrl url(Section section) {
        ConnectionUrl written = section.requiredRaw(
                "url", "postgresql://user:${PASSWORD}@host:5432/database", new UrlText(variables)::parse);
        ConnectionUrl url = UrlOptions.check(written, section);
        Secret fromFile = section.read("passwordFile", null, t -> new Secret(variables.readSecret(t)));
        if (fromFile == null) {
            return url;
        }
        if (!url.password().equals(Secret.NONE)) {
            throw section.refuse("passwordFile", "the url holds a password too", "leave one of them away");
        }
        return url.withPassword(fromFile);
    }

    private static String fanPlacement(String text) {
        if (text.equals(OWNER)) {
            return text;
        }
        throw text.equals(CLUSTER)
                ? new BadValueException(
                        "this version runs all lanes on the node that has the loop", "write owner, or leave it away")
                : new BadValueException("\"" + text + "\" is not known", "write owner");
    }

    private static int fanShards(String text) {
        return text.equals(AUTO) ? Defaults.FAN_SHARDS : ConfigLoader.wholeNumber(text, 0, FAN_SHARDS_AT_MOST);
    }

    private long bytesInFlight(String text) {
        if (text.equals(AUTO)) {
            return Defaults.bytesInFlight(maxHeapBytes);
        }
        long bytes = SizeText.parse(text);
        if (bytes < BYTES_IN_FLIGHT_AT_LEAST) {
            throw new BadValueException("\"" + text + "\" is less than 64 KiB", "write a size such as 64MiB");
        }
        if (bytes > maxHeapBytes / 2) {
            throw new BadValueException(
                    "\"" + text + "\" is more than half of the heap of " + (maxHeapBytes >> 20) + " MiB",
                    "write less, or raise the heap: PENSTOCK_JAVA_OPTS=-Xmx…");
        }
        return bytes;
    }

    private static Duration positive(String text) {
        Duration duration = DurationText.parse(text);
        if (duration.isZero()) {
            throw new BadValueException("\"" + text + "\" would leave no time at all", "write one such as 30s");
        }
        return duration;
    }
}

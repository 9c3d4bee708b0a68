package io.penstock.bus;

import io.vertx.core.json.JsonObject;

/**
 * How fast a copy goes, on average since it began or was resumed.
 *
 * @param rowsPerSecond null before the first ones are there, and when none is under way
 * @param bytesPerSecond of the rows as the source sends them; null as above
 * @param secondsLeft at this pace, by the source's statistics; null where it can't be told
 */
public record CopyPace(Long rowsPerSecond, Long bytesPerSecond, Long secondsLeft) {
    public static final CopyPace NONE = new CopyPace(null, null, null);

    /**
     * @param seconds that it took so far; positive when there are rows
     * @param rowsLeft negative when not known
     */
    public static CopyPace of(long rows, long bytes, double seconds, long rowsLeft) {
        if (rows == 0) {
            return NONE;
        }
        Long left = rowsLeft < 0 ? null : (Long) Math.round(rowsLeft * (seconds / rows));
        return new CopyPace(Math.round(rows / seconds), Math.round(bytes / seconds), left);
    }

    void into(JsonObject json) {
        json.put("rowsPerSecond", rowsPerSecond)
                .put("bytesPerSecond", bytesPerSecond)
                .put("secondsLeft", secondsLeft);
    }

    static CopyPace fromJson(JsonObject json) {
        return new CopyPace(json.getLong("rowsPerSecond"), json.getLong("bytesPerSecond"), json.getLong("secondsLeft"));
    }
}

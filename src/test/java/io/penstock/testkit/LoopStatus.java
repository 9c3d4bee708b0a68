package io.penstock.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.penstock.stamp.LsnStamp;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code GET /api/loops/NAME} says of a loop; empty while nobody answers. */
public record LoopStatus(JsonNode json) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern LSN = Pattern.compile("[0-9A-Fa-f]{1,8}/[0-9A-Fa-f]{1,8}");
    public static final LoopStatus NONE = new LoopStatus(JSON.createObjectNode());

    public static LoopStatus parse(String text) {
        try {
            return new LoopStatus(JSON.readTree(text));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("no status: " + text, e);
        }
    }

    public String state() {
        return json.path("state").asText("");
    }

    /** The mode that the loop is in now: serial or fan. */
    public String mode() {
        return json.path("mode").asText("").toLowerCase(java.util.Locale.ROOT);
    }

    public boolean isFailed() {
        return state().equals("FAILED");
    }

    public boolean copyIsDone() {
        String backfill = json.path("backfill").path("state").asText("");
        return state().equals("RUNNING") && (backfill.equals("done") || backfill.equals("none"));
    }

    /** How often chunks of a table that is under copy had to be read again. */
    public long reread(String table) {
        long reread = 0;
        for (JsonNode one : json.path("backfill").path("underWay")) {
            reread += one.path("table").asText().equals(table)
                    ? one.path("reread").asLong()
                    : 0;
        }
        return reread;
    }

    /** Up to where everything is applied, as a log position; 0 while unknown. */
    public long consistentLsn() {
        long last = 0;
        // A stamp names where the commit begins and then where it ends; the end is what counts here.
        Matcher m = LSN.matcher(json.path("consistentPoint").toString());
        while (m.find()) {
            last = LsnStamp.parseLsn(m.group());
        }
        return last;
    }

    /** What went wrong, as shown; empty when nothing did. */
    public String error() {
        JsonNode error = json.path("error");
        return error.isMissingNode() || error.isNull() ? "" : error.isTextual() ? error.asText() : error.toString();
    }

    /** Warnings, as shown; empty when there are none. */
    public String warnings() {
        JsonNode warnings = json.path("warnings");
        return warnings.isMissingNode() || warnings.isNull() || warnings.isEmpty() ? "" : warnings.toString();
    }

    @Override
    public String toString() {
        return json.toString();
    }
}

package io.penstock.demo;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a node says of a loop.
 *
 * @param node who holds the loop; empty when nobody does
 * @param lagSeconds or NaN when it is not known
 * @param error empty when there is none
 */
record LoopStatus(
        String node,
        String state,
        String mode,
        String consistentPoint,
        double lagSeconds,
        long rowsApplied,
        long rowsCopied,
        String error) {
    /** Nobody told anything. */
    static final LoopStatus UNKNOWN = new LoopStatus("", "-", "", "", Double.NaN, 0, 0, "");

    static LoopStatus of(JsonNode json) {
        JsonNode error = json.path("error");
        return new LoopStatus(
                json.path("node").asText(""),
                json.path("state").asText(""),
                json.path("mode").asText(""),
                json.path("consistentPoint").asText(""),
                json.path("lagSeconds").asDouble(Double.NaN),
                json.path("rowsApplied").asLong(),
                json.path("backfill").path("rows").asLong(),
                error.isObject()
                        ? error.path("what").asText() + " "
                                + error.path("remedy").asText()
                        : "");
    }

    boolean hasFailed() {
        return state.equals("FAILED") || state.equals("FENCED");
    }
}

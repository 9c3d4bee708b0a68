package io.penstock.demo;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a node says of a loop.
 *
 * @param lagSeconds or NaN when it is not known
 * @param error empty when there is none
 */
record LoopStatus(
        String state,
        String mode,
        String consistentPoint,
        double lagSeconds,
        long rowsApplied,
        long rowsCopied,
        String backfill,
        String error) {
    static LoopStatus of(JsonNode json) {
        JsonNode backfill = json.path("backfill");
        return new LoopStatus(
                json.path("state").asText(""),
                json.path("mode").asText(""),
                json.path("consistentPoint").asText(""),
                json.path("lagSeconds").asDouble(Double.NaN),
                json.path("rowsApplied").asLong(),
                backfill.path("rowsCopied").asLong(),
                backfill.path("state").asText(""),
                json.path("error").isNull() ? "" : text(json.path("error")));
    }

    boolean hasFailed() {
        return state.equals("FAILED") || state.equals("FENCED");
    }

    private static String text(JsonNode error) {
        return error.isValueNode() || error.isMissingNode() ? error.asText("") : error.toString();
    }
}

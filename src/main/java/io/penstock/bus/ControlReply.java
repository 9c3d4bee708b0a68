package io.penstock.bus;

import io.vertx.core.json.JsonObject;

/**
 * The answer to a control request.
 *
 * @param code {@link #OK}, or one word for programs that says why not, such as {@code unknown-loop}
 * @param message for people; empty when there is nothing to say
 * @param details what was asked for, or null
 */
public record ControlReply(String code, String message, JsonObject details) {
    public static final String OK = "ok";

    public static ControlReply ok(JsonObject details) {
        return new ControlReply(OK, "", details);
    }

    public static ControlReply refused(String code, String message) {
        return new ControlReply(code, message, null);
    }

    public boolean isOk() {
        return OK.equals(code);
    }

    public JsonObject toJson() {
        return new JsonObject().put("code", code).put("message", message).put("details", details);
    }

    public static ControlReply fromJson(JsonObject json) {
        return new ControlReply(json.getString("code"), json.getString("message"), json.getJsonObject("details"));
    }
}

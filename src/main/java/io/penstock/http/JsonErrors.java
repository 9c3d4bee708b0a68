package io.penstock.http;

import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Every error leaves as {@code {"error": …, "remedy": …}}. */
final class JsonErrors {
    private static final Logger LOG = LoggerFactory.getLogger(JsonErrors.class);
    private static final String API =
            "GET /api/loops lists the loops; POST /api/loops/{name}/{pause|resume|drain|mode|move};"
                    + " GET /api/nodes lists the nodes; POST /api/nodes/{name}/{cordon|uncordon}";

    private JsonErrors() {}

    static void install(Router router) {
        router.route().failureHandler(c -> {
            // Whoever went away in the middle of a request needs no answer, and must not fill the log.
            if (!(c.failure() instanceof HttpClosedException)) {
                c.next();
            }
        });
        router.errorHandler(400, c -> send(c, 400, "the request can't be read", "check path and body"));
        router.errorHandler(
                404, c -> send(c, 404, "there is nothing at " + c.request().path(), API));
        router.errorHandler(
                405,
                c -> send(
                        c,
                        405,
                        c.request().path() + " does not take " + c.request().method(),
                        API));
        router.errorHandler(413, c -> send(c, 413, "the body is too large", "send at most 16 KiB"));
        router.errorHandler(500, c -> {
            LOG.error(
                    "an HTTP request failed: {} {}",
                    c.request().method(),
                    c.request().path(),
                    c.failure());
            send(c, 500, "the request failed inside of the node", "look into the log of the node");
        });
    }

    /** A failed reply of control: its code is a status, its words are two lines. */
    static void send(RoutingContext context, Throwable cause) {
        if (cause instanceof ReplyException reply && reply.failureType() == ReplyFailure.RECIPIENT_FAILURE) {
            String[] words = String.valueOf(reply.getMessage()).split("\n", 2);
            int code = reply.failureCode() >= 400 && reply.failureCode() < 600 ? reply.failureCode() : 500;
            send(context, code, words[0], words.length > 1 ? words[1] : "");
        } else if (cause instanceof ReplyException) {
            send(context, 503, "the node is starting or stopping", "try again in some seconds");
        } else {
            context.fail(500, cause);
        }
    }

    static void send(RoutingContext context, int status, String error, String remedy) {
        // Ended already where the client went away in the middle.
        if (!context.response().ended()) {
            json(context, status, new JsonObject().put("error", error).put("remedy", remedy));
        }
    }

    static void json(RoutingContext context, int status, JsonObject body) {
        context.response()
                .setStatusCode(status)
                .putHeader("content-type", "application/json")
                .putHeader("cache-control", "no-store")
                .end(body.toBuffer());
    }
}

package io.penstock.http;

import io.vertx.ext.web.RoutingContext;
import java.net.URI;

/**
 * Refuses commands that a browser sends on behalf of another site's page: the port has no login, and a page from
 * anywhere may post to 127.0.0.1.
 */
final class SameOrigin {
    private SameOrigin() {}

    static void check(RoutingContext context) {
        String origin = context.request().getHeader("Origin");
        if (origin == null
                || authority(origin).equalsIgnoreCase(context.request().getHeader("Host"))) {
            context.next();
        } else {
            JsonErrors.send(
                    context, 403, "a page of another site sent this command", "use the node's own page, or the CLI");
        }
    }

    private static String authority(String origin) {
        try {
            String authority = URI.create(origin).getRawAuthority();
            return authority == null ? "" : authority;
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}

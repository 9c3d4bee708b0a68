package io.penstock.http;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.net.HostAndPort;
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
        boolean reads = context.request().method() == HttpMethod.GET;
        if (reads || origin == null || authority(origin).equalsIgnoreCase(own(context))) {
            context.next();
        } else {
            JsonErrors.send(
                    context, 403, "a page of another site sent this command", "use the node's own page, or the CLI");
        }
    }

    /** As the client addressed this node: HTTP/2 has no Host header, its authority says the same. */
    private static String own(RoutingContext context) {
        HostAndPort own = context.request().authority();
        return own == null ? "" : own.port() > 0 ? own.host() + ":" + own.port() : own.host();
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

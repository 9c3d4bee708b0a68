package io.penstock.http;

import io.penstock.config.PenstockConfig;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.net.HostAndPort;
import io.vertx.ext.web.RoutingContext;
import java.net.URI;

/**
 * Refuses what a browser sends on behalf of another site's page: such a page may post to 127.0.0.1 from anywhere, and
 * browsers add passwords that they remember.
 */
record SameOrigin(PenstockConfig.Http config) {
    void check(RoutingContext context) {
        String origin = context.request().getHeader("Origin");
        boolean reads = context.request().method() == HttpMethod.GET;
        if (!reads && origin != null && !authority(origin).equalsIgnoreCase(own(context))) {
            JsonErrors.send(
                    context, 403, "a page of another site sent this command", "use the node's own page, or the CLI");
        } else if (config.isLoopback() && config.users().isEmpty() && !isAddress(context)) {
            // A site's name may be made to lead to 127.0.0.1; its page then counts as the node's own.
            JsonErrors.send(
                    context,
                    403,
                    "this node is not known by that name: only this machine may ask it",
                    "ask for 127.0.0.1 or localhost; for other names, let users log in (node.http.users)");
        } else {
            context.next();
        }
    }

    private static boolean isAddress(RoutingContext context) {
        HostAndPort own = context.request().authority();
        return own != null
                && (own.host().equalsIgnoreCase("localhost")
                        || own.host().matches("[0-9.]+")
                        || own.host().indexOf(':') >= 0);
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

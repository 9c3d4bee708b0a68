package io.penstock.http;

import io.penstock.config.HttpUser;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets requests in: reading needs the role look, everything else the role act. What probes ask for and the page itself,
 * which holds no data, stand outside.
 */
record Gate(Login login) {
    private static final Logger LOG = LoggerFactory.getLogger(Gate.class);
    private static final String WHO = "penstock.user";

    void install(Router router) {
        router.route("/api/*").handler(this::check);
        router.route("/metrics").handler(this::check);
    }

    /** Whether the answer may tell what stands in the status: a probe has no login, and needs none for yes or no. */
    boolean mayLook(RoutingContext context) {
        return login.isOpen() || who(context.request()).isPresent();
    }

    private void check(RoutingContext context) {
        HttpServerRequest request = context.request();
        boolean reads = request.method() == HttpMethod.GET || request.method() == HttpMethod.HEAD;
        if (login.isOpen()) {
            context.next();
            return;
        }
        Optional<HttpUser> user = who(request);
        if (user.isEmpty()) {
            challenge(context);
        } else if (reads || user.get().role() == HttpUser.Role.ACT) {
            context.put(WHO, user.get());
            if (!reads) {
                // Who did it, for whoever asks later; the path is what was matched, so it has no line ends.
                LOG.info(
                        "{} {} by {}",
                        request.method(),
                        context.normalizedPath(),
                        user.get().name());
            }
            context.next();
        } else {
            JsonErrors.send(
                    context,
                    403,
                    user.get().name() + " may look, but not give commands",
                    "ask as a user whose role is act (node.http.users)");
        }
    }

    /** Who is logged in; null where nobody has to be. */
    static HttpUser user(RoutingContext context) {
        return context.get(WHO);
    }

    private Optional<HttpUser> who(HttpServerRequest request) {
        return login.of(request.getHeader("Authorization"));
    }

    private static void challenge(RoutingContext context) {
        // A browser asks for name and password by itself only where somebody opens an address; the page has a form.
        boolean opened = "navigate".equals(context.request().getHeader("Sec-Fetch-Mode"));
        context.response().putHeader("www-authenticate", (opened ? "Basic" : "Bearer") + " realm=\"penstock\"");
        boolean tried = context.request().getHeader("Authorization") != null;
        JsonErrors.send(
                context,
                401,
                tried ? "these credentials are not known here" : "this node wants to know who asks",
                "send a token or a name and password of node.http.users; the CLI takes PENSTOCK_TOKEN, --token or"
                        + " --node http://name:password@host:port");
    }
}

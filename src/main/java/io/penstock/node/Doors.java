package io.penstock.node;

import io.penstock.config.PenstockConfig;
import io.penstock.control.ControlVerticle;
import io.penstock.http.HttpVerticle;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ways into a node: control on the bus, and HTTP before it. They are to be opened before the loops start and
 * closed after the loops have ended, so that a person sees both.
 *
 * @param httpPort the port that is listened on
 */
record Doors(Vertx vertx, List<String> deployments, int httpPort) {
    private static final Logger LOG = LoggerFactory.getLogger(Doors.class);

    /** @param answers to control requests
     * @param metrics the text of all meters; fails with {@link io.penstock.config.ConfigException} for a taken port */
    static Future<Doors> open(
            Vertx vertx, PenstockConfig.Http config, ControlVerticle answers, Supplier<String> metrics) {
        HttpVerticle http = new HttpVerticle(config, metrics);
        return vertx.deployVerticle(answers)
                .compose(control -> vertx.deployVerticle(http).map(web -> List.of(web, control)))
                .map(deployments -> new Doors(vertx, deployments, http.actualPort()))
                .onSuccess(doors -> LOG.info(
                        "listening on {}://{}:{}",
                        config.tls() == null ? "http" : "https",
                        config.host().indexOf(':') >= 0 ? "[" + config.host() + "]" : config.host(),
                        doors.httpPort()));
    }

    Future<Void> close() {
        return Future.join(deployments.stream().map(vertx::undeploy).toList()).mapEmpty();
    }
}

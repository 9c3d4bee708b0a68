package io.penstock.http;

import io.penstock.config.ConfigException;
import io.penstock.config.PenstockConfig;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.handler.BodyHandler;
import java.io.IOException;
import java.net.BindException;
import java.nio.channels.UnresolvedAddressException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The node's HTTP port. Its start fails with {@link ConfigException} where the address can't be had. */
public final class HttpVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(HttpVerticle.class);
    private static final int BODY_BYTES_AT_MOST = 16 << 10;
    private static final int IDLE_SECONDS_AT_MOST = 120;

    private final PenstockConfig.Http config;
    private final Supplier<String> metrics;
    private final Readiness readiness;
    private HttpServer server;

    /**
     * @param config port 0 for any free one, see {@link #actualPort()}
     * @param metrics the text of all meters in Prometheus' format; called on the event loop
     */
    public HttpVerticle(PenstockConfig.Http config, Supplier<String> metrics) {
        this(config, metrics, new Readiness(() -> System.nanoTime() / 1_000_000));
    }

    HttpVerticle(PenstockConfig.Http config, Supplier<String> metrics, Readiness readiness) {
        this.config = config;
        this.metrics = metrics;
        this.readiness = readiness;
    }

    @Override
    public Future<?> start() {
        ControlClient control = new ControlClient(vertx.eventBus());
        Router router = Router.router(vertx);
        JsonErrors.install(router);
        Gate gate = new Gate(new Login(config.users()));
        router.route("/api/*").handler(new SameOrigin(config)::check);
        gate.install(router);
        router.route("/api/*").handler(BodyHandler.create(false).setBodyLimit(BODY_BYTES_AT_MOST));
        new HealthRoutes(control, readiness, gate, metrics).install(router);
        new LoopRoutes(control).install(router);
        new NodeRoutes(control).install(router);
        new Page().install(router);
        warn();
        server = vertx.createHttpServer(options());
        return server.requestHandler(request -> handle(request, router))
                .listen(config.port(), config.host())
                .recover(e -> Future.failedFuture(refusal(e)));
    }

    @Override
    public Future<?> stop() {
        return server == null ? Future.succeededFuture() : server.close();
    }

    /** The port that is listened on; valid when the verticle is deployed. */
    public int actualPort() {
        return server.actualPort();
    }

    /** Some malformed requests (a Host that ends with %) fail in the router before it answers anything. */
    private static void handle(HttpServerRequest request, Router router) {
        try {
            router.handle(request);
        } catch (RuntimeException e) {
            if (!request.response().ended()) {
                request.response()
                        .setStatusCode(400)
                        .putHeader("connection", "close")
                        .end();
            }
        }
    }

    private HttpServerOptions options() {
        HttpServerOptions options =
                new HttpServerOptions().setIdleTimeout(IDLE_SECONDS_AT_MOST).setHttp2ClearTextEnabled(false);
        PenstockConfig.HttpTls tls = config.tls();
        if (tls != null) {
            options.setSsl(true)
                    .setKeyCertOptions(new PemKeyCertOptions()
                            .addCertPath(tls.certificate())
                            .addKeyPath(tls.key()));
        }
        return options;
    }

    private void warn() {
        if (!config.isLoopback() && config.users().isEmpty()) {
            LOG.warn(
                    "{} is open to everybody who reaches it, commands included (node.http.unprotected)", config.host());
        } else if (!config.isLoopback() && config.tls() == null) {
            LOG.warn(
                    "tokens and passwords cross the network of {} in clear text; give node.http.tls a certificate",
                    config.host());
        }
    }

    private ConfigException refusal(Throwable cause) {
        if (cause instanceof BindException bind) {
            return inUse(bind);
        }
        boolean address = cause instanceof IOException || cause instanceof UnresolvedAddressException;
        return config.tls() == null || address
                ? noSuchHost(cause)
                : new ConfigException("node.http.tls: " + config.tls().certificate() + " and "
                        + config.tls().key() + " are no certificate with its key (" + cause.getMessage()
                        + "); name two PEM files, the key in PKCS#8 without a password");
    }

    private ConfigException inUse(BindException cause) {
        boolean taken = String.valueOf(cause.getMessage()).contains("in use");
        return taken
                ? new ConfigException(
                        "node.http.port: port " + config.port() + " of " + config.host() + " is in use; name another by"
                                + " --http-port, PENSTOCK_NODE_HTTP_PORT or node.http.port (0 for any free one)")
                : noSuchHost(cause);
    }

    private ConfigException noSuchHost(Throwable cause) {
        return new ConfigException("node.http.host: can't listen on " + config.host() + " port " + config.port() + " ("
                + cause.getMessage() + "); name an address of this machine, such as 127.0.0.1, and a port that this"
                + " user may open");
    }
}

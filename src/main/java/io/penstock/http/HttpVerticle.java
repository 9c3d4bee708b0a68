package io.penstock.http;

import io.penstock.config.ConfigException;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.handler.BodyHandler;
import java.net.BindException;
import java.util.function.Supplier;

/** The node's HTTP port. Its start fails with {@link ConfigException} where the address can't be had. */
public final class HttpVerticle extends VerticleBase {
    private static final int BODY_BYTES_AT_MOST = 16 << 10;
    private static final int IDLE_SECONDS_AT_MOST = 120;

    private final String host;
    private final int port;
    private final Supplier<String> metrics;
    private final Readiness readiness;
    private HttpServer server;

    /**
     * @param port 0 for any free one, see {@link #actualPort()}
     * @param metrics the text of all meters in Prometheus' format; called on the event loop
     */
    public HttpVerticle(String host, int port, Supplier<String> metrics) {
        this(host, port, metrics, new Readiness(() -> System.nanoTime() / 1_000_000));
    }

    HttpVerticle(String host, int port, Supplier<String> metrics, Readiness readiness) {
        this.host = host;
        this.port = port;
        this.metrics = metrics;
        this.readiness = readiness;
    }

    @Override
    public Future<?> start() {
        ControlClient control = new ControlClient(vertx.eventBus());
        Router router = Router.router(vertx);
        JsonErrors.install(router);
        router.route("/api/*").handler(SameOrigin::check);
        router.route("/api/*").handler(BodyHandler.create(false).setBodyLimit(BODY_BYTES_AT_MOST));
        new HealthRoutes(control, readiness, metrics).install(router);
        new LoopRoutes(control).install(router);
        new NodeRoutes(control).install(router);
        new Page().install(router);
        server = vertx.createHttpServer(new HttpServerOptions().setIdleTimeout(IDLE_SECONDS_AT_MOST));
        return server.requestHandler(router)
                .listen(port, host)
                .recover(e -> Future.failedFuture(e instanceof BindException bind ? inUse(bind) : noSuchHost(e)));
    }

    @Override
    public Future<?> stop() {
        return server == null ? Future.succeededFuture() : server.close();
    }

    /** The port that is listened on; valid when the verticle is deployed. */
    public int actualPort() {
        return server.actualPort();
    }

    private ConfigException inUse(BindException cause) {
        boolean taken = String.valueOf(cause.getMessage()).contains("in use");
        return taken
                ? new ConfigException("node.http.port: port " + port + " of " + host + " is in use; name another by"
                        + " --http-port, PENSTOCK_NODE_HTTP_PORT or node.http.port (0 for any free one)")
                : noSuchHost(cause);
    }

    private ConfigException noSuchHost(Throwable cause) {
        return new ConfigException("node.http.host: can't listen on " + host + " port " + port + " ("
                + cause.getMessage() + "); name an address of this machine, such as 127.0.0.1, and a port that this"
                + " user may open");
    }
}

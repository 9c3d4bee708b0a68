package io.penstock.http;

import io.penstock.config.HttpUser;
import io.penstock.config.PenstockConfig;
import io.penstock.config.Secret;
import io.penstock.control.ControlVerticle;
import io.penstock.control.Nodes;
import io.penstock.model.LoopName;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A node's HTTP port with users, control on a real bus and one scripted loop behind it. */
final class GuardedNode implements AutoCloseable {
    static final String LOOK = "look-look-look-look";
    static final String ACT = "act-act-act-act-act";
    static final String PASSWORD = "open-sesame";

    final Vertx vertx = Vertx.vertx();
    final ScriptedLoop shop = new ScriptedLoop(vertx, "shop");
    private final HttpVerticle http;

    GuardedNode(PenstockConfig.HttpTls tls) throws Exception {
        List<HttpUser> users = List.of(
                new HttpUser("viewer", HttpUser.Role.LOOK, HttpUser.Kind.TOKEN, new Secret(LOOK)),
                new HttpUser("robot", HttpUser.Role.ACT, HttpUser.Kind.TOKEN, new Secret(ACT)),
                new HttpUser("ops", HttpUser.Role.ACT, HttpUser.Kind.PASSWORD, new Secret(PASSWORD)));
        http = new HttpVerticle(new PenstockConfig.Http("127.0.0.1", 0, tls, users, false), () -> "penstock_up 1.0\n");
        List<LoopName> loops = List.of(new LoopName("shop"));
        vertx.deployVerticle(new ControlVerticle(() -> loops, Nodes.sole("one", () -> loops)))
                .compose(deployed -> vertx.deployVerticle(http))
                .await(20, TimeUnit.SECONDS);
    }

    int port() {
        return http.actualPort();
    }

    @Override
    public void close() throws Exception {
        vertx.close().await(20, TimeUnit.SECONDS);
    }
}

package io.penstock.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The page at {@code /}: one small file of the jar, read once. */
final class Page {
    private static final String FILE = "/http/index.html";
    private static final String POLICY = "default-src 'none'; connect-src 'self'; style-src 'unsafe-inline';"
            + " script-src 'unsafe-inline'; frame-ancestors 'none'";

    private final Buffer html = read();

    void install(Router router) {
        router.get("/")
                .handler(context -> context.response()
                        .putHeader("content-type", "text/html; charset=utf-8")
                        .putHeader("content-security-policy", POLICY)
                        .putHeader("x-content-type-options", "nosniff")
                        .end(html));
    }

    private static Buffer read() {
        try (InputStream in = Page.class.getResourceAsStream(FILE)) {
            return Buffer.buffer(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.penstock.target.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Steps of many tables, whether they have something to wait for or not. */
class DdlTurnsTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final List<Integer> MANY =
            IntStream.range(0, 100_000).boxed().toList();

    private final List<Integer> taken = new ArrayList<>();

    @AfterAll
    static void close() throws Exception {
        VERTX.close().await(10, TimeUnit.SECONDS);
    }

    @Test
    void nothingToWaitFor() throws Exception {
        run(Future.succeededFuture());
        assertThat(taken).isEqualTo(MANY);
    }

    @Test
    void eachIsWaitedFor() throws Exception {
        onContext(item -> {
            Promise<Void> later = Promise.promise();
            VERTX.getOrCreateContext().runOnContext(v -> later.complete());
            return later.future();
        });
        assertThat(taken).isEqualTo(MANY);
    }

    @Test
    void theFirstFailureEndsIt() {
        Future<Void> ended = Ddl.inTurn(MANY, item -> {
            taken.add(item);
            return item == 3 ? Future.failedFuture("third") : Future.succeededFuture();
        });
        assertThat(ended.cause()).hasMessage("third");
        assertThat(taken).containsExactly(0, 1, 2, 3);
    }

    private void run(Future<Void> step) throws Exception {
        onContext(item -> step);
    }

    private void onContext(Function<Integer, Future<Void>> step) throws Exception {
        Promise<Void> done = Promise.promise();
        VERTX.getOrCreateContext()
                .runOnContext(v -> Ddl.inTurn(MANY, item -> {
                            taken.add(item);
                            return step.apply(item);
                        })
                        .onComplete(done));
        done.future().await(60, TimeUnit.SECONDS);
    }
}

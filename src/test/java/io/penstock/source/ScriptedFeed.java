package io.penstock.source;

import io.penstock.stamp.Stamp;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A feed whose thread does what a test says, and then waits to be stopped. */
class ScriptedFeed implements ChangeFeed {
    /** What the thread does. */
    interface Script {
        void run(MutationSink sink) throws Exception;
    }

    private final Script script;
    private final List<Stamp> acknowledged = new CopyOnWriteArrayList<>();
    private final Promise<Void> finished = Promise.promise();
    private volatile Thread thread;
    volatile Stamp startedFrom;
    volatile boolean stopped;

    ScriptedFeed(Script script) {
        this.script = script;
    }

    @Override
    public Future<Void> start(Stamp from, MutationSink sink) {
        startedFrom = from;
        thread = new Thread(() -> run(sink), "scripted feed");
        thread.start();
        return Future.succeededFuture();
    }

    private void run(MutationSink sink) {
        try {
            script.run(sink);
            finished.complete();
        } catch (Exception e) {
            finished.fail(e);
        }
    }

    /** When the script came to its end. */
    Future<Void> finished() {
        return finished.future();
    }

    @Override
    public void acknowledge(Stamp durable) {
        acknowledged.add(durable);
    }

    List<Stamp> acknowledged() {
        return acknowledged;
    }

    @Override
    public Future<Void> stop() {
        stopped = true;
        thread.interrupt();
        return finished.future().otherwiseEmpty();
    }
}

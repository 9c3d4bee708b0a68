package io.penstock.chaos;

import io.penstock.chaos.Mischief.Fate;
import io.penstock.lease.Leases;
import io.penstock.progress.ProgressStore;
import io.penstock.source.Backfiller;
import io.penstock.source.ChangeFeed;
import io.penstock.source.Dialect;
import io.penstock.source.SourceException;
import io.penstock.target.BulkWriter;
import io.penstock.target.LaneWriter;
import io.penstock.target.SqlExecutor;
import io.penstock.target.Target;
import io.penstock.target.TargetException;
import io.penstock.target.TargetSchema;
import io.vertx.core.Future;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Stands before one part of a loop and lets calls that do I/O fail, as the part's contract lets them fail. What a part
 * hands out (a feed, a lane, a reader) is wrapped in turn.
 */
final class ChaosProxy implements InvocationHandler {
    /** Parts worth a wrapper. */
    private static final List<Class<?>> PARTS = List.of(
            Target.class,
            Dialect.class,
            ChangeFeed.class,
            Backfiller.class,
            Backfiller.ChunkReader.class,
            Backfiller.Chunk.class,
            SqlExecutor.class,
            TargetSchema.class,
            LaneWriter.class,
            BulkWriter.class,
            Leases.class);

    /** These block instead of returning a future. */
    private static final Set<String> BLOCKING = Set.of("openBulk", "keyBehind", "open", "next", "write", "finish");
    /** Giving up what is held can't fail in a way that matters to the caller. */
    private static final Set<String> SPARED = Set.of("close", "stop", "release");
    /** Passed once a reign, or once in the life of a loop. */
    private static final Set<String> OFTEN =
            Set.of("apply", "append", "status", "open", "next", "write", "ProgressStore.advance", "begin", "commit");

    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private final Object real;
    private final String name;
    private final Mischief mischief;
    /** A lane that has failed carries nothing out any more, and no more does one that only says so. */
    private TargetException dead;

    private ChaosProxy(Object real, String name, Mischief mischief) {
        this.real = real;
        this.name = name;
        this.mischief = mischief;
    }

    @SuppressWarnings("unchecked")
    static <T> T around(T real, String name, Mischief mischief) {
        for (Class<?> part : PARTS) {
            if (part.isInstance(real)) {
                return (T) Proxy.newProxyInstance(
                        part.getClassLoader(), new Class<?>[] {part}, new ChaosProxy(real, name, mischief));
            }
        }
        return real;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        boolean asynchronous = method.getReturnType() == Future.class;
        if (SPARED.contains(method.getName()) || !(asynchronous || BLOCKING.contains(method.getName()))) {
            return wrapped(call(method, arguments), method, arguments);
        }
        if (dead != null) {
            return Future.failedFuture(dead);
        }
        String called = real instanceof SqlExecutor ? caller() : method.getName();
        String site = real instanceof SqlExecutor ? called : name + "." + called;
        Fate fate = mischief.next(site, !OFTEN.contains(called));
        return asynchronous
                ? later(fate, site, method, arguments)
                : now(
                        fate,
                        site,
                        wrapped(fate == Fate.FAILS_BEFORE ? null : call(method, arguments), method, arguments));
    }

    private Object now(Fate fate, String site, Object result) throws Exception {
        if (fate == Fate.SPARED) {
            return result;
        }
        release(result);
        throw failure(site, fate);
    }

    private Future<?> later(Fate fate, String site, Method method, Object[] arguments) throws Throwable {
        if (fate == Fate.FAILS_BEFORE) {
            return Future.failedFuture(failure(site, fate));
        }
        Future<?> answer = (Future<?>) call(method, arguments);
        return fate == Fate.SPARED
                ? answer.map(value -> wrapped(value, method, arguments))
                : answer.compose(value -> {
                    release(value);
                    return Future.failedFuture(failure(site, fate));
                });
    }

    private Object wrapped(Object value, Method method, Object[] arguments) {
        if (value instanceof Optional<?> some) {
            return some.map(part -> around(part, named(part, method, arguments), mischief));
        }
        return value == null ? null : around(value, named(value, method, arguments), mischief);
    }

    private String named(Object part, Method method, Object[] arguments) {
        return part instanceof LaneWriter ? "lane " + arguments[1] : method.getName();
    }

    /** A connection that was opened and whose caller does not know goes down with the failure. */
    private static void release(Object value) {
        try {
            if (value instanceof AutoCloseable resource) {
                resource.close();
            } else if (value instanceof LaneWriter lane) {
                lane.close();
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private RuntimeException failure(String site, Fate fate) {
        String what = "chaos: " + site + (fate == Fate.FAILS_BEFORE ? " was not called" : " was called in vain");
        if (real.getClass().getPackageName().contains(".source")) {
            return SourceException.retryable(what, null);
        }
        TargetException failure = new TargetException(TargetException.Kind.RETRYABLE, "08006", what, "", null);
        dead = real instanceof LaneWriter ? failure : null;
        return failure;
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** The progress store's method that runs the statement. */
    private static String caller() {
        return STACK.walk(frames -> frames.filter(f -> f.getDeclaringClass() == ProgressStore.class)
                .findFirst()
                .map(f -> "ProgressStore." + f.getMethodName().replaceAll("lambda\\$(\\w+)\\$.*", "$1"))
                .orElse("statement"));
    }
}

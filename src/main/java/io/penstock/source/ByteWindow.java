package io.penstock.source;

import io.penstock.bus.Window;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A {@link Window} in which one thread waits for the room that another gives back. */
final class ByteWindow {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final Window window;
    private boolean closed;

    ByteWindow(long limitBytes) {
        window = new Window(limitBytes);
    }

    /** True when there was room before {@code patienceMillis} were over. */
    boolean take(long bytes, long patienceMillis) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long leftNanos = TimeUnit.MILLISECONDS.toNanos(patienceMillis);
            // A closed window has no room but still takes its time, so that nobody who tries again spins.
            while (closed || !window.tryTake(bytes)) {
                if (leftNanos <= 0) {
                    return false;
                }
                leftNanos = room.awaitNanos(leftNanos);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    void give(long bytes) {
        lock.lock();
        try {
            window.give(bytes);
            room.signal();
        } finally {
            lock.unlock();
        }
    }

    /** From now on nothing is let in. */
    void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
    }

    long takenBytes() {
        lock.lock();
        try {
            return window.takenBytes();
        } finally {
            lock.unlock();
        }
    }
}

package io.penstock.bus;

/**
 * The budget of bytes in flight. Whoever sends takes, whoever hears the answer gives back. Not safe for several
 * threads: it belongs to one context or stands under a lock.
 */
public final class Window {
    private final long limitBytes;
    private long takenBytes;

    public Window(long limitBytes) {
        if (limitBytes < 1) {
            throw new IllegalArgumentException("a window of " + limitBytes + " bytes lets nothing through");
        }
        this.limitBytes = limitBytes;
    }

    /** True when there was room. What is larger than the whole window is let in alone, when nothing is in flight. */
    public boolean tryTake(long bytes) {
        if (takenBytes > 0 && bytes > limitBytes - takenBytes) {
            return false;
        }
        takenBytes += bytes;
        return true;
    }

    public void give(long bytes) {
        if (bytes > takenBytes) {
            throw new IllegalStateException(bytes + " bytes given back of " + takenBytes + " taken");
        }
        takenBytes -= bytes;
    }

    public long takenBytes() {
        return takenBytes;
    }
}

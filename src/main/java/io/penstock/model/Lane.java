package io.penstock.model;

/**
 * One of the parallel ways to the target. Each lane applies in order, has one connection and one progress row.
 *
 * @param index the shard's number for {@link Kind#SHARD}, otherwise 0
 */
public record Lane(Kind kind, int index) {
    /** The lane of the transaction verticle. */
    public static final Lane SERIAL = new Lane(Kind.SERIAL, 0);
    /** The lane of what can't run beside anything else. */
    public static final Lane BARRIER = new Lane(Kind.BARRIER, 0);

    /** What a lane is for. */
    public enum Kind {
        SERIAL,
        SHARD,
        BARRIER
    }

    public Lane {
        if (index < 0 || (kind != Kind.SHARD && index != 0)) {
            throw new IllegalArgumentException("lane " + kind + " can't have index " + index);
        }
    }

    public static Lane shard(int index) {
        return new Lane(Kind.SHARD, index);
    }

    /** The lane's name in addresses and progress rows. */
    public String id() {
        return switch (kind) {
            case SERIAL -> "serial";
            case BARRIER -> "barrier";
            case SHARD -> "shard-" + index;
        };
    }

    @Override
    public String toString() {
        return id();
    }
}

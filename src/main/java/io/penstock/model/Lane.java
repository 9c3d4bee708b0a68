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

    /**
     * Reads what {@link #id()} wrote.
     *
     * @throws IllegalArgumentException with the text in its message; never a guess
     */
    public static Lane parse(String id) {
        Lane lane =
                switch (id) {
                    case "serial" -> SERIAL;
                    case "barrier" -> BARRIER;
                    default -> parseShard(id);
                };
        if (lane == null || !lane.id().equals(id)) {
            throw new IllegalArgumentException(
                    "not a lane: \"" + id + "\" (expected serial, barrier or shard- and a number)");
        }
        return lane;
    }

    private static Lane parseShard(String id) {
        try {
            return id.startsWith("shard-") ? shard(Integer.parseInt(id.substring("shard-".length()))) : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    @Override
    public String toString() {
        return id();
    }
}

package io.penstock.lease;

/**
 * What an operator wants of a loop.
 *
 * @param paused whether it stands still until it is resumed
 * @param mode as it is called in commands, or null for what the configuration says
 */
public record Order(boolean paused, String mode) {
    public static final Order NONE = new Order(false, null);

    public Order withPaused(boolean now) {
        return new Order(now, mode);
    }

    public Order withMode(String now) {
        return new Order(paused, now);
    }
}

package io.penstock.config;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code 500ms}, {@code 10s}, {@code 10m}, {@code 1h}, {@code 1d}, {@code 0} and ISO 8601 ({@code PT1H30M}). */
final class DurationText {
    private static final Pattern SIMPLE = Pattern.compile("(\\d{1,18})\\s*(ms|s|m|h|d)");
    private static final String REMEDY = "write a number with a unit, such as 500ms, 10s, 10m, 1h or 1d";

    private DurationText() {}

    static Duration parse(String text) {
        Duration duration = read(text.strip());
        try {
            // Timers count nanoseconds in a long: what does not fit (292 years) is a slip of the pen.
            duration.toNanos();
        } catch (ArithmeticException e) {
            throw new BadValueException("\"" + text + "\" is too long a time", REMEDY);
        }
        if (duration.isNegative()) {
            throw new BadValueException("\"" + text + "\" is negative", "write 0 or a positive duration such as 10s");
        }
        return duration;
    }

    private static Duration read(String text) {
        if (text.equals("0")) {
            return Duration.ZERO;
        }
        String magnitude = text.startsWith("-") ? text.substring(1) : text;
        Matcher m = SIMPLE.matcher(magnitude);
        try {
            if (m.matches()) {
                Duration duration = of(Long.parseLong(m.group(1)), m.group(2));
                return magnitude.length() < text.length() ? duration.negated() : duration;
            }
            return Duration.parse(text);
        } catch (DateTimeParseException | ArithmeticException e) {
            String missing = magnitude.chars().allMatch(Character::isDigit) && !magnitude.isEmpty()
                    ? "\"" + text + "\" has no unit"
                    : "\"" + text + "\" is no duration";
            throw new BadValueException(missing, REMEDY);
        }
    }

    private static Duration of(long number, String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }
}

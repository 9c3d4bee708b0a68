package io.penstock.target.postgresql;

import java.util.List;
import java.util.Map;

/**
 * Whether a column of one type may refuse or cut values of another, from the type texts alone. Only what is known to be
 * narrower counts: for other pairs the cast decides, row by row, and says so when it fails.
 */
final class TypeWidth {
    private static final List<String> INTEGERS = List.of("smallint", "integer", "bigint");
    private static final List<String> FLOATS = List.of("real", "double precision");
    private static final Map<String, Integer> DIGITS = Map.of("smallint", 5, "integer", 10, "bigint", 19);
    private static final int UNLIMITED = Integer.MAX_VALUE;
    private static final int MICROSECONDS = 6;

    /** A type text apart: {@code timestamp(3) with time zone[]} has base {@code timestamp with time zone[]}. */
    private record Parts(String base, int first, int second) {
        static Parts of(String type) {
            int open = type.indexOf('(');
            int close = type.indexOf(')', open);
            if (open < 0 || close < 0 || type.startsWith("\"") || type.indexOf('.') >= 0) {
                return new Parts(type, -1, 0);
            }
            String[] numbers = type.substring(open + 1, close).split(",");
            try {
                int first = Integer.parseInt(numbers[0].trim());
                int second = numbers.length > 1 ? Integer.parseInt(numbers[1].trim()) : 0;
                return new Parts(type.substring(0, open) + type.substring(close + 1), first, second);
            } catch (NumberFormatException named) {
                // interval fields and modifiers of extensions: words, not widths
                return new Parts(type, -1, 0);
            }
        }

        boolean isArray() {
            return base.endsWith("[]");
        }

        Parts element() {
            return new Parts(base.substring(0, base.length() - 2), first, second);
        }

        int length() {
            return first < 0 ? UNLIMITED : first;
        }
    }

    private TypeWidth() {}

    /** True when the target's type is known to hold less than the source's. */
    static boolean isNarrower(String target, String source) {
        return !target.equals(source) && isNarrower(Parts.of(target), Parts.of(source));
    }

    private static boolean isNarrower(Parts target, Parts source) {
        if (target.isArray() && source.isArray()) {
            return isNarrower(target.element(), source.element());
        }
        if (INTEGERS.contains(target.base)) {
            return source.base.equals("numeric")
                    || FLOATS.contains(source.base)
                    || INTEGERS.indexOf(source.base) > INTEGERS.indexOf(target.base);
        }
        if (FLOATS.contains(target.base)) {
            return FLOATS.indexOf(source.base) > FLOATS.indexOf(target.base)
                    || source.base.equals("numeric")
                    || source.base.equals("bigint");
        }
        return switch (target.base) {
            case "numeric" -> isNarrowerNumeric(target, source);
            case "character varying" -> isText(source.base) && target.length() < source.length();
            case "character" ->
                isText(source.base) && (!source.base.equals("character") || target.length() < source.length());
            case "bit", "bit varying" -> source.base.startsWith("bit") && target.length() < source.length();
            case "timestamp with time zone",
                    "timestamp without time zone",
                    "time with time zone",
                    "time without time zone",
                    "interval" -> target.base.equals(source.base) && seconds(target) < seconds(source);
            default -> false;
        };
    }

    private static boolean isText(String base) {
        return base.equals("text") || base.startsWith("character");
    }

    private static int seconds(Parts type) {
        return type.first < 0 ? MICROSECONDS : type.first;
    }

    private static boolean isNarrowerNumeric(Parts target, Parts source) {
        if (target.first < 0) {
            return false;
        }
        int whole = target.first - target.second;
        if (DIGITS.containsKey(source.base)) {
            return whole < DIGITS.get(source.base);
        }
        return source.base.equals("numeric")
                && (source.first < 0 || whole < source.first - source.second || target.second < source.second);
    }
}

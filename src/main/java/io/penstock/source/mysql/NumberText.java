package io.penstock.source.mysql;

import java.math.BigDecimal;

/** Floating point in the shortest decimal form that reads back to the same number. */
final class NumberText {
    private static final double PLAIN_FROM = 1e-4;
    private static final double PLAIN_BELOW = 1e15;

    private NumberText() {}

    static String of(float value) {
        // Java prints floats too long before version 19: look for the shortest ourselves.
        for (int digits = 6; digits < 9; digits++) {
            String text = String.format(java.util.Locale.ROOT, "%." + (digits - 1) + "e", value);
            if (Float.parseFloat(text) == value) {
                return plain(text, value);
            }
        }
        return plain(Float.toString(value), value);
    }

    static String of(double value) {
        for (int digits = 15; digits < 17; digits++) {
            String text = String.format(java.util.Locale.ROOT, "%." + (digits - 1) + "e", value);
            if (Double.parseDouble(text) == value) {
                return plain(text, value);
            }
        }
        return plain(Double.toString(value), value);
    }

    private static String plain(String text, double value) {
        if (value == 0) {
            return 1 / value < 0 ? "-0" : "0";
        }
        BigDecimal exact = new BigDecimal(text).stripTrailingZeros();
        double size = Math.abs(value);
        if (size >= PLAIN_FROM && size < PLAIN_BELOW) {
            return exact.toPlainString();
        }
        String digits = exact.unscaledValue().abs().toString();
        int exponent = digits.length() - 1 - exact.scale();
        String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
        return (value < 0 ? "-" : "") + digits.charAt(0) + fraction + "e" + (exponent < 0 ? "-" : "+")
                + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
    }
}

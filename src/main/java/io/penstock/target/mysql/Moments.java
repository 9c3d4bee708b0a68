package io.penstock.target.mysql;

import io.penstock.target.mysql.ValueForm.Unfit;

/** Dates and times. The servers know years up to 9999 and no infinity, and round fractions of a second in silence. */
final class Moments {
    private static final int DATE = 10;
    private static final int SECONDS = 8;

    private Moments() {}

    static void date(String text, StringBuilder sql) {
        if (text.length() != DATE) {
            // A moment at midnight is the day; anything else would be cut.
            if (text.length() > DATE && isDate(text) && isMidnight(text.substring(DATE))) {
                sql.append('\'').append(text, 0, DATE).append('\'');
                return;
            }
            throw unfit(text);
        }
        if (!isDate(text)) {
            throw unfit(text);
        }
        sql.append('\'').append(text).append('\'');
    }

    private static boolean isMidnight(String rest) {
        return rest.matches(" 00:00:00(\\.0*)?(\\+00)?");
    }

    /** @param digits of the second's fraction that the column keeps */
    static void dateTime(String text, int digits, StringBuilder sql) {
        if (!isDate(text)) {
            throw unfit(text);
        }
        if (text.length() == DATE) {
            sql.append('\'').append(text).append('\'');
            return;
        }
        // Sessions are in UTC on both sides, so that the zone says nothing.
        String local = text.endsWith("+00") ? text.substring(0, text.length() - 3) : text;
        if (local.length() < DATE + 1 + SECONDS || local.charAt(DATE) != ' ') {
            throw unfit(text);
        }
        fraction(local, DATE + 1 + SECONDS, digits);
        sql.append('\'').append(local).append('\'');
    }

    static void time(String text, int digits, StringBuilder sql) {
        int point = text.indexOf('.');
        int seconds = point < 0 ? text.length() : point;
        if (seconds < SECONDS || text.charAt(seconds - 3) != ':') {
            throw new Unfit("the column can't hold this time");
        }
        fraction(text, seconds, digits);
        sql.append('\'').append(text).append('\'');
    }

    private static void fraction(String text, int from, int digits) {
        if (from == text.length()) {
            return;
        }
        if (text.charAt(from) != '.') {
            throw new Unfit("the column can't hold this moment, or a time zone");
        }
        for (int i = from + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                throw new Unfit("the column can't hold this moment, or a time zone");
            }
            if (c != '0' && i - from > digits) {
                throw new Unfit("the value has a finer fraction of a second than the column's " + digits + " digits");
            }
        }
    }

    /** Four digits of a year, and nothing before or behind it that would make it another. */
    private static boolean isDate(String text) {
        if (text.length() < DATE || text.charAt(4) != '-' || text.charAt(7) != '-' || text.endsWith(" BC")) {
            return false;
        }
        for (int i = 0; i < DATE; i++) {
            char c = text.charAt(i);
            if (i != 4 && i != 7 && (c < '0' || c > '9')) {
                return false;
            }
        }
        return true;
    }

    private static Unfit unfit(String text) {
        return new Unfit(
                text.endsWith("infinity")
                        ? "the column can't hold infinity"
                        : text.endsWith(" BC")
                                ? "the column can't hold years before Christ"
                                : "the column can't hold this date (years 0001 to 9999)");
    }
}

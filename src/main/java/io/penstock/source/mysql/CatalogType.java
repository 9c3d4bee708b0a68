package io.penstock.source.mysql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Brings {@code COLUMN_TYPE} into the form that events can tell too: without display widths and ZEROFILL. */
final class CatalogType {
    private static final Pattern WIDE = Pattern.compile(
            "(tinyint|smallint|mediumint|int|bigint|float|double|year)(\\([0-9,]+\\))?( unsigned)?( zerofill)?");

    private CatalogType() {}

    static String text(String columnType) {
        String lower = columnType.toLowerCase(Locale.ROOT);
        if (lower.startsWith("enum(") || lower.startsWith("set(")) {
            String kind = lower.substring(0, lower.indexOf('('));
            return kind + "("
                    + labels(columnType).stream()
                            .map(label -> "'" + label.replace("'", "''") + "'")
                            .collect(Collectors.joining(","))
                    + ")";
        }
        int comment = lower.indexOf(" /*");
        String type = comment < 0 ? lower : lower.substring(0, comment);
        Matcher wide = WIDE.matcher(type);
        if (wide.matches()) {
            String name = wide.group(1);
            return name + (wide.group(3) == null || name.equals("year") ? "" : " unsigned");
        }
        return type.replace(" zerofill", "").replace("geomcollection", "geometrycollection");
    }

    private static List<String> labels(String columnType) {
        List<String> labels = new ArrayList<>();
        StringBuilder label = null;
        for (int i = columnType.indexOf('(') + 1; i < columnType.length(); i++) {
            char c = columnType.charAt(i);
            if (label == null) {
                label = c == '\'' ? new StringBuilder() : null;
            } else if (c == '\\' && i + 1 < columnType.length()) {
                char escaped = columnType.charAt(++i);
                label.append(escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped == '0' ? '\0' : escaped);
            } else if (c != '\'') {
                label.append(c);
            } else if (i + 1 < columnType.length() && columnType.charAt(i + 1) == '\'') {
                label.append('\'');
                i++;
            } else {
                labels.add(label.toString());
                label = null;
            }
        }
        return labels;
    }
}

package io.penstock.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The last net under texts that are not our own (a driver's error, a library's log line): no password goes through.
 * Where it can't be told whether something is one, it is blotted out.
 */
public final class Redaction {
    private static final Pattern URL = Pattern.compile("(\\b[a-z][a-z0-9+.-]*://[^\\s:/@?]*):[^\\s]*@");
    private static final Pattern PAIR = Pattern.compile(
            "(?i)\\b((?:ssl)?(?:password|passwd|pwd)\"?\\s*[=:]\\s*)(\"[^\"]*\"|'[^']*'|[^\\s,;&})\\]]+)");

    private Redaction() {}

    /** The text with passwords in URLs and behind {@code password=} replaced by {@code ***}. */
    public static String of(String text) {
        if (text == null || (text.indexOf('@') < 0 && text.indexOf('=') < 0 && text.indexOf(':') < 0)) {
            return text;
        }
        Matcher url = URL.matcher(text);
        return PAIR.matcher(url.replaceAll("$1:***@")).replaceAll("$1***");
    }
}

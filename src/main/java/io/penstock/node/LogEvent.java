package io.penstock.node;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import io.penstock.config.Redaction;
import org.slf4j.event.KeyValuePair;

/** What both forms of a log line say: texts without passwords, on one line. */
final class LogEvent {
    private static final int FRAMES_AT_MOST = 30;

    private LogEvent() {}

    static String message(ILoggingEvent event) {
        return oneLine(Redaction.of(event.getFormattedMessage()));
    }

    static String value(KeyValuePair pair) {
        return oneLine(Redaction.of(String.valueOf(pair.value)));
    }

    /** Class, message and frames of an error and of its causes, or null. */
    static String error(ILoggingEvent event) {
        if (event.getThrowableProxy() == null) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        String joint = "";
        for (IThrowableProxy at = event.getThrowableProxy(); at != null && text.length() < 20_000; at = at.getCause()) {
            text.append(joint).append(at.getClassName()).append(": ").append(at.getMessage());
            var frames = at.getStackTraceElementProxyArray();
            for (int i = 0; i < Math.min(FRAMES_AT_MOST, frames.length); i++) {
                text.append(" | ").append(frames[i].getSTEAsString());
            }
            joint = " | caused by ";
        }
        return oneLine(Redaction.of(text.toString()));
    }

    private static String oneLine(String text) {
        return text == null ? "" : text.replaceAll("\\s*[\\r\\n\\u2028\\u2029]+\\s*", " | ");
    }
}

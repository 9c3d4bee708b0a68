package io.penstock.node;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.slf4j.event.KeyValuePair;

/** {@code 2026-03-01 12:00:00.123 INFO  LoopSupervisor loop=shop running}: a line an event, for people. */
public final class HumanLogEncoder extends EncoderBase<ILoggingEvent> {
    private static final byte[] NONE = new byte[0];

    private final DateTimeFormatter time =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS").withZone(ZoneId.systemDefault());

    @Override
    public byte[] encode(ILoggingEvent event) {
        StringBuilder line = new StringBuilder(160);
        time.formatTo(event.getInstant(), line);
        String level = event.getLevel().toString();
        line.append(' ').append(level).append(" ".repeat(Math.max(0, 5 - level.length())));
        line.append(' ').append(shortName(event.getLoggerName())).append(' ');
        if (event.getKeyValuePairs() != null) {
            for (KeyValuePair pair : event.getKeyValuePairs()) {
                line.append(pair.key).append('=').append(LogEvent.value(pair)).append(' ');
            }
        }
        line.append(LogEvent.message(event));
        String error = LogEvent.error(event);
        if (error != null) {
            line.append(" | ").append(error);
        }
        return line.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String shortName(String logger) {
        return logger.substring(logger.lastIndexOf('.') + 1);
    }

    @Override
    public byte[] headerBytes() {
        return NONE;
    }

    @Override
    public byte[] footerBytes() {
        return NONE;
    }
}

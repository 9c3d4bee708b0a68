package io.penstock.conformance;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.LoggerFactory;

/** What this JVM logs from the moment it is opened, a line an event, as a node's own log has it. */
final class CapturedLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final StringBuffer text = new StringBuffer();
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

    static CapturedLog open() {
        CapturedLog log = new CapturedLog();
        log.setContext(log.root.getLoggerContext());
        log.start();
        log.root.addAppender(log);
        return log;
    }

    @Override
    protected void append(ILoggingEvent event) {
        String cause = event.getThrowableProxy() == null
                ? ""
                : " | " + event.getThrowableProxy().getMessage();
        text.append(event.getLevel())
                .append(' ')
                .append(event.getLoggerName())
                .append(' ')
                .append(event.getFormattedMessage().replace('\n', ' '))
                .append(cause)
                .append('\n');
    }

    String text() {
        return text.toString();
    }

    @Override
    public void close() {
        root.detachAppender(this);
        stop();
    }
}

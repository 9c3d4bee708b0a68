package io.penstock.conformance;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.LoggerFactory;

/** What this JVM logs of one loop from the moment it is opened, a line an event, as a node's own log has it. */
final class CapturedLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final StringBuffer text = new StringBuffer();
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

    private final String marked;

    private CapturedLog(String marked) {
        this.marked = marked;
    }

    /** @param loop only lines that name it count: other cases may run at the same time */
    static CapturedLog of(String loop) {
        CapturedLog log = new CapturedLog("loop " + loop + ":");
        log.setContext(log.root.getLoggerContext());
        log.start();
        log.root.addAppender(log);
        return log;
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (!event.getFormattedMessage().startsWith(marked)) {
            return;
        }
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

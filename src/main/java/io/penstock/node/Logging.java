package io.penstock.node;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.EncoderBase;
import io.penstock.config.PenstockConfig.LogFormat;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.slf4j.LoggerFactory;

/** Sets up logging beyond what {@code logback.xml} says. Logs go to stderr: stdout is for a command's answer. */
final class Logging {
    /** Loggers of java.util.logging live only as long as somebody holds them. */
    private static final Logger PGJDBC = Logger.getLogger("org.postgresql");

    private static final String APPENDER = "OUT";

    private Logging() {}

    /** Silences what reports its errors by exceptions as well. */
    static void quietLibraries() {
        PGJDBC.setLevel(Level.OFF);
        // It logs before it has read its own configuration.
        System.setProperty("hazelcast.logging.type", "slf4j");
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            // It warns of every notice, such as that a schema exists already.
            context.getLogger("io.vertx.sqlclient").setLevel(ch.qos.logback.classic.Level.ERROR);
        }
    }

    /** Changes how lines look; leaves alone what the operator set up by a logback file of their own. */
    static void configure(LogFormat format) {
        boolean own = System.getProperty("logback.configurationFile") != null;
        if (own || !(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
            return;
        }
        var appender = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).getAppender(APPENDER);
        if (appender instanceof ConsoleAppender<ILoggingEvent> console) {
            EncoderBase<ILoggingEvent> encoder =
                    format == LogFormat.JSON ? new JsonLogEncoder() : new HumanLogEncoder();
            encoder.setContext(context);
            encoder.start();
            console.stop();
            console.setEncoder(encoder);
            console.start();
        }
    }
}

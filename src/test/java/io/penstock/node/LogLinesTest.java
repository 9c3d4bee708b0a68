package io.penstock.node;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

class LogLinesTest {
    private final Logger logger = new LoggerContext().getLogger("io.penstock.loop.LoopVerticle");

    @Test
    void people_get_time_level_name_and_message() {
        assertThat(human(event("loop shop: streams", null)))
                .matches(
                        "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3} INFO  LoopVerticle loop=a loop shop: streams\n");
    }

    @Test
    void programs_get_an_object() {
        JsonObject line = new JsonObject(json(event("loop shop: \"streams\"", new IllegalStateException("broke"))));

        assertThat(line.getString("level")).isEqualTo("INFO");
        assertThat(line.getString("logger")).isEqualTo("io.penstock.loop.LoopVerticle");
        assertThat(line.getString("message")).isEqualTo("loop shop: \"streams\"");
        assertThat(line.getString("loop")).isEqualTo("a");
        assertThat(line.getInstant("time")).isNotNull();
        assertThat(line.getString("error")).startsWith("java.lang.IllegalStateException: broke | ");
    }

    @Test
    void an_event_is_one_line_without_passwords_whatever_is_in_it() {
        Throwable cause = new IllegalStateException("at postgresql://u:hush@h/d\nForged line");
        LoggingEvent event = event("bad\r\nForged line postgresql://u:hush@h", new RuntimeException("outer", cause));

        for (String line : new String[] {human(event), json(event)}) {
            assertThat(line.lines()).hasSize(1);
            assertThat(line).endsWith("\n").doesNotContain("hush").contains("caused by", "Forged line");
        }
    }

    private LoggingEvent event(String message, Throwable error) {
        LoggingEvent event = new LoggingEvent("x", logger, Level.INFO, message, error, null);
        event.addKeyValuePair(new KeyValuePair("loop", "a"));
        return event;
    }

    private static String human(LoggingEvent event) {
        return new String(new HumanLogEncoder().encode(event), StandardCharsets.UTF_8);
    }

    private static String json(LoggingEvent event) {
        return new String(new JsonLogEncoder().encode(event), StandardCharsets.UTF_8);
    }
}

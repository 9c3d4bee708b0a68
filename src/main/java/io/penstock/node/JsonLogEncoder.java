package io.penstock.node;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.slf4j.event.KeyValuePair;

/** {@code {"time": …, "level": …, "logger": …, "message": …, "loop": …, "error": …}}: an object a line, for programs. */
public final class JsonLogEncoder extends EncoderBase<ILoggingEvent> {
    private static final byte[] NONE = new byte[0];

    private final JsonFactory json = new JsonFactory();

    @Override
    public byte[] encode(ILoggingEvent event) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (JsonGenerator out = json.createGenerator(bytes)) {
            out.writeStartObject();
            out.writeStringField("time", event.getInstant().toString());
            out.writeStringField("level", event.getLevel().toString());
            out.writeStringField("logger", event.getLoggerName());
            out.writeStringField("thread", event.getThreadName());
            out.writeStringField("message", LogEvent.message(event));
            if (event.getKeyValuePairs() != null) {
                for (KeyValuePair pair : event.getKeyValuePairs()) {
                    out.writeStringField(pair.key, LogEvent.value(pair));
                }
            }
            String error = LogEvent.error(event);
            if (error != null) {
                out.writeStringField("error", error);
            }
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        bytes.write('\n');
        return bytes.toByteArray();
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

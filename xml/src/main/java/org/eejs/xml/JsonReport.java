package org.eejs.xml;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** What became of each message, as JSON. */
final class JsonReport {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonReport() {}

    /** {@code {"messages": [...]}}, each with its texts in the order of the map. */
    static String of(List<Map<String, String>> messages) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(text)) {
            out.useDefaultPrettyPrinter();
            out.writeStartObject();
            out.writeArrayFieldStart("messages");
            for (Map<String, String> each : messages) {
                out.writeStartObject();
                for (Map.Entry<String, String> entry : each.entrySet()) {
                    out.writeStringField(entry.getKey(), entry.getValue());
                }
                out.writeEndObject();
            }
            out.writeEndArray();
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("a string takes everything", e);
        }
        return text.toString();
    }
}

package org.eejs.pix.command;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** What became of each message, as JSON. */
final class JsonReport {
    /** In ASCII, since letters of other scripts look like its own. */
    private static final JsonFactory JSON = JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private JsonReport() {}

    /** {@code {"messages": [...]}}, each with its values in the order of the map. */
    static String of(List<? extends Map<String, ?>> messages) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(text)) {
            out.useDefaultPrettyPrinter();
            out.writeStartObject();
            out.writeArrayFieldStart("messages");
            for (Map<String, ?> each : messages) {
                out.writeStartObject();
                for (Map.Entry<String, ?> entry : each.entrySet()) {
                    out.writeObjectField(entry.getKey(), entry.getValue());
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

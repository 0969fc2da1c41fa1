package org.eejs.pix.command;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntBiFunction;
import org.eejs.pix.message.OneLine;
import picocli.CommandLine;

/** What became of each message: an exit code, faults on standard error, and JSON where it is requested. */
final class MessageReport {
    /** In ASCII, since letters of other scripts look like its own. */
    private static final JsonFactory JSON = JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private MessageReport() {}

    /**
     * Takes each message in turn.
     *
     * @param json whether to print JSON at the end
     * @param step puts what became of a message into a map, in the order of the report, and returns the exit code
     * @return the worst exit code
     */
    static int of(List<Path> messages, boolean json, CommandLine line,
            ToIntBiFunction<Path, Map<String, Object>> step) {
        int code = SignMain.DONE;
        List<Map<String, Object>> entries = new ArrayList<>();
        for (Path message : messages) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("message", message.toString());
            entries.add(entry);
            code = SignMain.worse(code, step.applyAsInt(message, entry));
        }
        if (json) {
            line.getOut().println(json(entries));
        }
        return code;
    }

    /** Reports a fault of a message, and returns the exit code. */
    static int fault(CommandLine line, Map<String, Object> entry, Exception e, int code) {
        String fault = OneLine.of(e.getMessage());
        entry.put("fault", fault);
        line.getErr().println("eejs: " + fault);
        return code;
    }

    private static String json(List<Map<String, Object>> messages) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(text)) {
            out.useDefaultPrettyPrinter();
            out.writeStartObject();
            out.writeArrayFieldStart("messages");
            for (Map<String, Object> each : messages) {
                out.writeStartObject();
                for (Map.Entry<String, Object> entry : each.entrySet()) {
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

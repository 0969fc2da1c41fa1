package org.eejs.pix.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntBiFunction;
import org.eejs.pix.message.OneLine;
import picocli.CommandLine;

/** The outcome of each message: an exit code, faults on standard error, and JSON on request. */
final class MessageReport {
    /** Writes ASCII, because letters of other scripts look like its own. */
    private static final ObjectWriter JSON = JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build()
            .writerWithDefaultPrettyPrinter();

    private MessageReport() {}

    /**
     * Processes each message in turn.
     *
     * @param json whether to print JSON at the end
     * @param step puts the outcome of a message into a map, in the order of the report, and returns the exit code
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
            try {
                line.getOut().println(JSON.writeValueAsString(Map.of("messages", entries)));
            } catch (JsonProcessingException e) {
                throw new IllegalStateException("names and texts are JSON", e);
            }
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
}

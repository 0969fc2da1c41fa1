package org.eejs.profile;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import one.convert.Arguments;
import one.convert.CallStack;
import one.convert.FlameGraph;
import one.convert.Frame;
import org.eejs.pki.files.PrivateFile;
import org.eejs.result.CpuGroup;
import org.eejs.result.RecordMapping;

/**
 * The writer of a recording as async-profiler's flame graph: one HTML page with categories at the top, and their
 * colours below.
 */
public final class FlameGraphFile {
    /** The script at the end of async-profiler's page, after its own has drawn the graph. */
    private static final String SCRIPT = "flame-graph.js";
    private static final String END = "</body>";
    /**
     * The characters that would end a script or a line of it, in which async-profiler's page has names; {@code <init>}
     * does not.
     */
    private static final Pattern OF_SCRIPTS = Pattern.compile(
            "<(?!(?:cl)?init>)|[\\p{Cntrl}\\u0080-\\u009f\\u2028-\\u202e\\u2066-\\u2069]");

    private FlameGraphFile() {}

    /** Frames of one colour; {@code frames} are the outermost ones. */
    private record Coloured(String words, String colour, SortedSet<String> frames) {}

    /**
     * Writes the page.
     *
     * @param distinct the distinct stacks, and the width of each
     * @param places returns the category of each
     */
    public static void write(Path file, String title, Map<StackSample, Long> distinct,
            Function<StackSample, Place> places) throws IOException {
        Arguments arguments = new Arguments("--title", title, "--output", "flamegraph", "--inverted");
        FlameGraph graph = new FlameGraph(arguments);
        SortedMap<CpuGroup, SortedSet<String>> outermost = new TreeMap<>();
        distinct.forEach((sample, count) -> {
            Place place = places.apply(sample);
            CallStack stack = new CallStack();
            stack.push(place.words(), Frame.TYPE_NATIVE);
            outermost.computeIfAbsent(CpuGroup.of(place.category()), group -> new TreeSet<>()).add(place.words());
            List<String> frames = sample.frames();
            for (int i = frames.size() - 1; i >= 0; i--) {
                // A recording may contain names that are made to attack its reader.
                stack.push(OF_SCRIPTS.matcher(frames.get(i)).replaceAll("‹"), Frame.TYPE_NATIVE);
            }
            graph.addSample(stack, count);
        });
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        graph.dump(page);
        List<Coloured> groups = outermost.entrySet().stream().map(each -> new Coloured(each.getKey().words(),
                each.getKey().colour(), each.getValue())).toList();
        PrivateFile.write(file, page.toString(StandardCharsets.UTF_8).replace(END, script(groups) + END));
    }

    private static String script(List<Coloured> groups) throws IOException {
        try (InputStream script = FlameGraphFile.class.getResourceAsStream(SCRIPT)) {
            return "<script>\nconst groups = %s;\n%s</script>\n".formatted(
                    RecordMapping.in(new ObjectMapper()).writeValueAsString(groups).replace("<", "\\u003c"),
                    new String(script.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}

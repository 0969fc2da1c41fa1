package org.eejs.profile;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import one.convert.Arguments;
import one.convert.CallStack;
import one.convert.FlameGraph;
import one.convert.Frame;

/** A recording as async-profiler's flame graph, one page of HTML, in which categories stand at the top. */
public final class FlameGraphFile {
    private FlameGraphFile() {}

    /** Native functions follow the name of their library. */
    static boolean isJava(String frame) {
        return frame.contains(".") && !frame.startsWith("lib");
    }

    /**
     * Writes it.
     *
     * @param words what a place is called
     */
    public static void write(Path file, String title, StackRecording recording, Categories categories,
            Function<Place, String> words) throws IOException {
        Arguments arguments = new Arguments("--title", title, "--output", "flamegraph", "--inverted");
        FlameGraph graph = new FlameGraph(arguments);
        Map<StackSample, Long> distinct = recording.samples().stream()
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        distinct.forEach((sample, count) -> {
            CallStack stack = new CallStack();
            stack.push(words.apply(categories.place(sample)), Frame.TYPE_KERNEL);
            List<String> frames = sample.frames();
            for (int i = frames.size() - 1; i >= 0; i--) {
                stack.push(frames.get(i), isJava(frames.get(i)) ? Frame.TYPE_JIT_COMPILED : Frame.TYPE_CPP);
            }
            graph.addSample(stack, count);
        });
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            graph.dump(out);
        }
    }
}

package org.eejs.doctor.looking;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eejs.doctor.evidence.Stack;
import org.eejs.profile.Categories;
import org.eejs.profile.FlameGraphFile;
import org.eejs.profile.Place;
import org.eejs.profile.StackSample;
import org.eejs.result.Diagnosis.NotSeen;

/** Draws flame graphs. */
final class FlameGraphs {
    private static final String FILE = "flame-graph.html";

    private FlameGraphs() {}

    /** Writes a flame graph into a folder. Returns why that failed; empty if it did not. */
    static List<NotSeen> write(Map<Stack, Long> stacks, Path folder) {
        if (stacks.isEmpty()) {
            return List.of();
        }
        try {
            // Stacks that differ only in line numbers are merged.
            Map<StackSample, Long> samples = stacks.entrySet().stream().collect(
                    Collectors.toMap(each -> each.getKey().sample(), Map.Entry::getValue, Long::sum));
            Categories categories = Categories.of(List.of(), samples.keySet());
            Map<StackSample, Place> places = new HashMap<>();
            stacks.keySet().forEach(stack -> places.put(stack.sample(), stack.place(categories)));
            FlameGraphFile.write(folder.resolve(FILE), "CPU of the JVM", samples, places::get);
            return List.of();
        } catch (IOException e) {
            return List.of(new NotSeen(null, "no flame graph: " + e.getMessage()));
        } catch (OutOfMemoryError e) {
            return List.of(new NotSeen(null,
                    "no flame graph: the stacks do not fit into the memory of the doctor"));
        }
    }
}

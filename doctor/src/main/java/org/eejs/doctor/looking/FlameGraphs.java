package org.eejs.doctor.looking;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.eejs.profile.Categories;
import org.eejs.profile.FlameGraphFile;
import org.eejs.profile.Place;
import org.eejs.profile.ProfilingException;
import org.eejs.profile.StackRecording;
import org.eejs.result.Diagnosis.NotSeen;

/** Draws the flame graph of a recording. */
final class FlameGraphs {
    private static final String FILE = "flame-graph.html";

    private FlameGraphs() {}

    /** Into a folder; what does not work is among what was not seen. */
    static void write(Path recording, Path folder, List<NotSeen> notSeen) {
        try {
            StackRecording stacks = StackRecording.read(recording);
            FlameGraphFile.write(folder.resolve(FILE), "CPU of the JVM", stacks,
                    Categories.of(List.of(), stacks.samples()), Place::words);
        } catch (ProfilingException | IOException e) {
            notSeen.add(new NotSeen(null, "no flame graph: " + e.getMessage()));
        }
    }
}

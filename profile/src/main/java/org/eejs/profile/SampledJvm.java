package org.eejs.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eejs.result.CpuProfile;

/**
 * A JVM whose stacks are sampled for a while, or several times. Nothing fails: what does not work is told by the
 * samples. For one thread at a time.
 */
public final class SampledJvm {
    private static final String FLAME_GRAPH = "flame-graph.html";

    private final List<String> application;
    private final Path library;
    private final Path recordings;
    private final String what;
    private final List<String> problems = new ArrayList<>();
    /** Null while nothing is sampled. */
    private StackSampler sampler;
    /** All that was sampled so far; null before the end of the first recording. */
    private StackRecording recording;

    /**
     * One that is not sampled yet.
     *
     * @param what it is, such as {@code the bank}
     * @param application how the names of its own classes begin
     * @param home the folder with a folder of jars for each room, and async-profiler's
     * @param recordings the file for recordings; the last stays there, and {@code flame-graph.html} beside it
     */
    public SampledJvm(String what, List<String> application, Path home, Path recordings) {
        this.what = what;
        this.application = application;
        this.library = StackSampler.libraryIn(home);
        this.recordings = recordings;
    }

    /** Begins to sample the process with this number. That takes a moment, and ten seconds where it refuses. */
    public void begin(long pid) {
        try {
            sampler = StackSampler.start(new AttachedJvm(pid), library, recordings);
            problems.addAll(sampler.problems());
        } catch (ProfilingException e) {
            problem(e.getMessage());
        }
    }

    /** Ends, and keeps what was sampled. */
    public void end() {
        if (sampler != null) {
            try {
                StackRecording next = sampler.stop();
                recording = recording == null ? next : recording.and(next);
            } catch (ProfilingException e) {
                problem(e.getMessage());
            }
            sampler = null;
        }
    }

    /** Something else went wrong. */
    public void problem(String line) {
        problems.add(line);
    }

    /**
     * What all samples come to.
     *
     * @param cost what sampling costs; null when not known
     */
    public CpuSamples samples(CpuProfile.SamplingCost cost) {
        if (recording == null) {
            return new CpuSamples(CpuProfile.unknown(problems.isEmpty()
                    ? List.of("the run broke off before they were read") : List.copyOf(problems)).profile(), Map.of());
        }
        Categories categories = Categories.of(application);
        try {
            FlameGraphFile.write(recordings.resolveSibling(FLAME_GRAPH), "CPU of " + what, recording, categories,
                    Place::words);
        } catch (IOException e) {
            problem("no flame graph: " + e.getMessage());
        }
        return new CpuSamples(new CpuProfile.Sampling(recording.source().id(), recording.source().isBiased(),
                recording.samples().size(), recording.lost(), List.copyOf(problems), cost),
                CpuShares.places(recording, categories));
    }
}

package org.eejs.lab.processes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.eejs.profile.Categories;
import org.eejs.profile.CpuSamples;
import org.eejs.profile.FlameGraphFile;
import org.eejs.profile.SamplingPlan;
import org.eejs.profile.StackSample;
import org.eejs.result.CpuProfile;
import org.eejs.result.Waits;

/**
 * The stack samples of a role's JVM, taken once or several times. Methods do not fail: errors are listed in the
 * problems of the samples. Not thread-safe.
 */
public final class RoleProfile {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Role role;
    private final Companion.Sampling asked;
    private final Path flameGraph;
    private final List<String> problems = new ArrayList<>();

    /**
     * The summary of all samples.
     *
     * @param walkMillisPerSecond the time for walking stacks in each second of sampling; 0 where not known
     * @param waits what threads waited for; null where it was not sampled
     */
    public record Findings(CpuSamples samples, double walkMillisPerSecond, Waits waits) {
        /** Returns empty findings, with these reasons. */
        public static Findings unknown(List<String> problems) {
            return new Findings(new CpuSamples(CpuProfile.unknown(problems).profile(), Map.of(), Map.of()), 0, null);
        }
    }

    /**
     * Creates a profile without samples.
     *
     * @param application the beginnings of the names of the program's own classes
     * @param flameGraph the file for a flame graph
     */
    public RoleProfile(Role role, List<String> application, SamplingPlan plan, Path flameGraph) {
        this.role = role;
        this.asked = new Companion.Sampling(application, plan);
        this.flameGraph = flameGraph;
    }

    /** Starts sampling; that takes a moment, and ten seconds where the JVM refuses. */
    public void begin() {
        try {
            ask(Companion.SAMPLE + " " + JSON.writeValueAsString(asked));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("all requests can be written", e);
        }
    }

    /** Ends sampling, and keeps the samples. */
    public void end() {
        ask(Companion.END_SAMPLING);
    }

    private void ask(String line) {
        try {
            role.ask(line, JsonNode.class).join();
        } catch (CompletionException e) {
            problems.add(e.getCause().getMessage());
        }
    }

    /**
     * Reads all samples while the role still runs.
     *
     * @param pagesPerSecond the rate of pages while they were taken
     */
    public Findings findings(double pagesPerSecond) {
        try {
            Companion.Samples found = role.ask(Companion.SAMPLES + " " + pagesPerSecond, Companion.Samples.class)
                    .join();
            draw(found.stacks().samples());
            return new Findings(found.counted(), found.walkMillisPerSecond(), found.waits());
        } catch (CompletionException e) {
            problems.add(e.getCause().getMessage());
        } catch (IOException e) {
            problems.add("no flame graph: " + e.getMessage());
        }
        return Findings.unknown(List.copyOf(problems));
    }

    /** Writes the flame graph. Only the lab generates pages; names from a host are text in them. */
    private void draw(Map<StackSample, Long> stacks) throws IOException {
        if (!stacks.isEmpty()) {
            FlameGraphFile.write(flameGraph, "CPU of the " + role.role(), stacks,
                    Categories.of(asked.application(), stacks.keySet())::place);
        }
    }
}

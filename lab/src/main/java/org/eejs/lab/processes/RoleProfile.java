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
 * Stack samples of a role's JVM, taken for a while or several times. Nothing fails: what does not work is among the
 * problems of the samples. For one thread at a time.
 */
public final class RoleProfile {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Role role;
    private final Companion.Sampling asked;
    private final Path flameGraph;
    private final List<String> problems = new ArrayList<>();

    /**
     * What all samples come to.
     *
     * @param walkMillisPerSecond what walking stacks took in each second of sampling; 0 where not known
     * @param waits what threads waited for; null where nobody looked
     */
    public record Findings(CpuSamples samples, double walkMillisPerSecond, Waits waits) {
        /** Returns nothing, for these reasons. */
        public static Findings unknown(List<String> problems) {
            return new Findings(new CpuSamples(CpuProfile.unknown(problems).profile(), Map.of(), Map.of()), 0, null);
        }
    }

    /**
     * Samples that were not taken yet.
     *
     * @param application how the names of the program's own classes begin
     * @param flameGraph the file for a flame graph
     */
    public RoleProfile(Role role, List<String> application, SamplingPlan plan, Path flameGraph) {
        this.role = role;
        this.asked = new Companion.Sampling(application, plan);
        this.flameGraph = flameGraph;
    }

    /** Begins; that takes a moment, and ten seconds where the JVM refuses. */
    public void begin() {
        try {
            ask(Companion.SAMPLE + " " + JSON.writeValueAsString(asked));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("all requests can be written", e);
        }
    }

    /** Ends, and keeps what was sampled. */
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

    /** Reads all that was sampled, while the role still runs; pages a second are those that it served meanwhile. */
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

    /** Only the lab makes pages: names that a host sends are text there. */
    private void draw(Map<StackSample, Long> stacks) throws IOException {
        if (!stacks.isEmpty()) {
            FlameGraphFile.write(flameGraph, "CPU of the " + role.role(), stacks,
                    Categories.of(asked.application(), stacks.keySet())::place);
        }
    }
}

package org.eejs.profile;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eejs.result.CpuProfile;
import org.eejs.result.Waits;

/**
 * A JVM whose stacks are sampled for a while, or several times. Nothing fails: what does not work is among the problems
 * of the samples. For one thread at a time.
 */
public final class SampledJvm {
    /** The file with a flame graph of all samples, which is drawn by the program that asked for them. */
    public static final String FLAME_GRAPH = "flame-graph.html";

    private final List<String> application;
    private final Path library;
    private final Path recordings;
    private final SamplingPlan plan;
    /** Null for never. */
    private final Duration longest;
    private final List<String> problems = new ArrayList<>();
    private final Map<String, Map<StackSample, Long>> owners = new HashMap<>();
    private int threadDumps;
    /** Null while nobody looks for owners of locks. */
    private LockOwners looking;
    private long beganNanos;
    private double seconds;
    /** Null while nothing is sampled. */
    private StackSampler sampler;
    /** All that was sampled so far; null before the end of the first recording. */
    private StackRecording recording;

    /**
     * One that is not sampled yet.
     *
     * @param application how the names of its own classes begin
     * @param home the folder with a folder of jars for each room, and async-profiler's
     * @param recordings the file for recordings; the last stays there
     * @param plan how often it is sampled, and whether waiting threads are looked at
     * @param longest after which sampling ends by itself, should nobody end it; null for a JVM that ends with this one
     */
    public SampledJvm(List<String> application, Path home, Path recordings, SamplingPlan plan,
            Duration longest) {
        this.plan = plan;
        this.application = application;
        this.library = StackSampler.libraryIn(home);
        this.recordings = recordings;
        this.longest = longest;
    }

    /** Begins to sample the process with this number. That takes a moment, and ten seconds where it refuses. */
    public void begin(long pid) {
        try {
            AttachedJvm jvm = new AttachedJvm(pid);
            sampler = StackSampler.start(jvm, library, recordings, plan, longest);
            beganNanos = System.nanoTime();
            problems.addAll(sampler.problems());
            looking = plan == SamplingPlan.LOCKS ? LockOwners.of(jvm) : null;
        } catch (ProfilingException e) {
            problem(e.getMessage());
        }
    }

    /** Ends, and keeps what was sampled. */
    public void end() {
        endLooking();
        if (sampler != null) {
            try {
                double lasted = (System.nanoTime() - beganNanos) / 1e9;
                StackRecording next = sampler.stop();
                seconds += lasted;
                recording = recording == null ? next : recording.and(next);
            } catch (ProfilingException e) {
                problem(e.getMessage());
            }
            sampler = null;
        }
    }

    private void endLooking() {
        if (looking != null) {
            try {
                looking.stop();
            } catch (ProfilingException e) {
                problem("owners of locks: " + e.getMessage());
            }
            threadDumps += looking.dumps();
            looking.owners().forEach((lock, stacks) -> stacks.forEach((stack, count) -> owners
                    .computeIfAbsent(lock, type -> new HashMap<>()).merge(stack, count, Long::sum)));
            looking = null;
        }
    }

    /**
     * Returns what its threads waited for.
     *
     * @param pagesPerSecond how many were served meanwhile
     * @return null where nobody looked, or it was not seen
     */
    public Waits waits(double pagesPerSecond) {
        if (recording == null || seconds * pagesPerSecond <= 0) {
            return null;
        }
        WaitTimes times = new WaitTimes(recording, seconds * pagesPerSecond);
        return switch (plan) {
            case CPU -> null;
            case LOCKS -> new Waits(times.locks(owners, categories()), threadDumps, null);
            case WALL -> recording.wall().isEmpty() ? null : new Waits(null, null, times.threadTime(categories()));
        };
    }

    /** They may depend on what was sampled. */
    private Categories categories() {
        return Categories.of(application, stacks().keySet());
    }

    /** Returns the distinct stacks of all samples so far, and the processor time of each in microseconds. */
    public Map<StackSample, Long> stacks() {
        return recording == null ? Map.of() : recording.stacks();
    }

    /** Returns what walking stacks took in each second of sampling, in milliseconds; 0 where that is not known. */
    public double walkMillisPerSecond() {
        return recording == null || seconds == 0 ? 0 : recording.walkMillis() / seconds;
    }

    /** Something else went wrong. */
    public void problem(String line) {
        problems.add(line);
    }

    /**
     * Returns what all samples come to.
     *
     * @param cost what sampling costs; null when not known
     */
    public CpuSamples samples(CpuProfile.SamplingCost cost) {
        if (recording == null) {
            return new CpuSamples(CpuProfile.unknown(problems.isEmpty()
                    ? List.of("the run broke off before they were read") : List.copyOf(problems)).profile(), Map.of(),
                    Map.of());
        }
        Categories categories = categories();
        return new CpuSamples(new CpuProfile.Sampling(recording.source().id(), recording.source().isBiased(),
                Math.toIntExact(recording.taken()), recording.lost(), List.copyOf(problems), cost, recording.covered(),
                recording.worth()),
                CpuShares.places(recording, categories), CpuShares.systemCalls(recording, categories));
    }
}

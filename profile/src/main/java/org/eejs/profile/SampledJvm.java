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
 * A JVM whose stacks are sampled once or several times. Methods do not fail: errors are listed in the problems of the
 * samples. Not thread-safe.
 */
public final class SampledJvm {
    /** The name of the file with a flame graph of all samples, which the asking program draws. */
    public static final String FLAME_GRAPH = "flame-graph.html";

    private final List<String> application;
    private final Path library;
    private final Path recordings;
    private final SamplingPlan plan;
    /** The limit of a recording; null for none. */
    private final Duration longest;
    private final List<String> problems = new ArrayList<>();
    private final Map<String, Map<StackSample, Long>> owners = new HashMap<>();
    private int threadDumps;
    /** The owners of locks; null while they are not recorded. */
    private LockOwners looking;
    private long beganNanos;
    private double seconds;
    /** The sampler; null while it is not running. */
    private StackSampler sampler;
    /** All samples so far; null before the end of the first recording. */
    private StackRecording recording;

    /**
     * Creates a JVM that is not sampled yet.
     *
     * @param application the beginnings of the names of the program's classes
     * @param home the folder with a folder of jars for each room, and async-profiler's
     * @param recordings the file for recordings; the last one stays there
     * @param plan the rate of samples, and whether waiting threads are recorded
     * @param longest the limit after which sampling ends by itself; null for a JVM that ends with this one
     */
    public SampledJvm(List<String> application, Path home, Path recordings, SamplingPlan plan,
            Duration longest) {
        this.plan = plan;
        this.application = application;
        this.library = StackSampler.libraryIn(home);
        this.recordings = recordings;
        this.longest = longest;
    }

    /** Starts sampling the process with this id. That takes a moment, and ten seconds where the JVM refuses. */
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

    /** Ends sampling, and keeps the samples. */
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
     * @param pagesPerSecond the rate of pages meanwhile
     * @return null where waits were not recorded, or not seen
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

    /** Returns the categories, which may depend on the samples. */
    private Categories categories() {
        return Categories.of(application, stacks().keySet());
    }

    /** Returns the distinct stacks of all samples so far, and the processor time of each in microseconds. */
    public Map<StackSample, Long> stacks() {
        return recording == null ? Map.of() : recording.stacks();
    }

    /** Returns the time for walking stacks in each second of sampling, in milliseconds; 0 where it is not known. */
    public double walkMillisPerSecond() {
        return recording == null || seconds == 0 ? 0 : recording.walkMillis() / seconds;
    }

    /** Adds the problem of another step. */
    public void problem(String line) {
        problems.add(line);
    }

    /**
     * Returns the summary of all samples.
     *
     * @param cost the cost of sampling; null when not known
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

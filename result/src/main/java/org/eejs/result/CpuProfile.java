package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.eejs.result.settings.Allowed;

/**
 * The CPU of a page by category. CPU of the compiler and the collector is counted; all other parts are shares of stack
 * samples. Immutable.
 *
 * @param profile how stacks were sampled; null where the run was not profiled
 * @param attribution all parts, which sum to the CPU per page; absent where the run was not profiled
 * @param cryptography the same CPU by algorithm and provider, as far as it was cryptography; absent likewise
 * @param systemCalls the same CPU by call of the kernel, without compiler and collector; absent likewise, and where
 *     native frames are not visible
 * @param events the bank's CPU for each kind of event; absent likewise
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record CpuProfile(Sampling profile, List<Part> attribution, List<Primitive> cryptography,
        List<SystemCall> systemCalls, List<Event> events) {
    /** The profile of a run that was not profiled. */
    public static final CpuProfile NONE = new CpuProfile(null, null, null, null, null);

    /** Returns the profile of a run whose stacks were not sampled, for these reasons. */
    public static CpuProfile unknown(List<String> problems) {
        return new CpuProfile(new Sampling("none", false, 0, 0, problems, null), null, null, null, null);
    }

    /**
     * The sampling of stacks.
     *
     * @param source the profiler
     * @param biased whether shares of samples are not shares of CPU
     * @param samples of all threads
     * @param lost samples without a stack, and those that the profiler reports as lost
     * @param problems why no better profiler was used, or what it missed
     * @param cost the overhead of sampling; null where that was not measured
     * @param covered the share of processor time that the samples cover, by the kernel's count of each thread; null
     *     where it was not counted
     * @param worth how many samples of equal weight are as precise; intervals follow from this number
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Sampling(@Allowed({"asyncProfiler", "cpuTimeSample", "executionSample", "none"}) String source,
            boolean biased, long samples, long lost, List<String> problems, SamplingCost cost,
            @Allowed(most = 1) Double covered, Long worth) {
        public Sampling {
            problems = problems == null ? List.of() : problems;
            // Results of versions that did not weight samples lack this.
            worth = worth == null ? samples : worth;
        }

        /** Sampling with samples of equal weight. */
        public Sampling(String source, boolean biased, long samples, long lost, List<String> problems,
                SamplingCost cost) {
            this(source, biased, samples, lost, problems, cost, null, samples);
        }
    }

    /**
     * The overhead of sampling, by the profiler's own count and by comparison.
     *
     * @param walkShare the share of the application's CPU that walking stacks took, by the profiler's clock; null where
     *     it does not count
     * @param ratio the application's CPU for a page while stacks are sampled, divided by that while they are not; null
     *     where that was not compared
     * @param ci95 the interval of the ratio; null where the pairs do not bound it
     * @param pairs how many pairs of periods the ratio is based on; null where that was not compared
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record SamplingCost(Double walkShare, Double ratio, List<Double> ci95, Integer pairs) {
        /** Returns this cost with the profiler's own count; null or 0 where there is none. */
        public static SamplingCost of(SamplingCost compared, double walkShare) {
            return walkShare == 0 ? compared : compared == null ? new SamplingCost(walkShare, null, null, null)
                    : new SamplingCost(walkShare, compared.ratio(), compared.ci95(), compared.pairs());
        }
    }

    /**
     * A part of the CPU.
     *
     * @param detail the detail within the category; null where the category is not divided
     * @param share of all CPU of the process
     * @param ci95 the interval of the share that follows from the number of samples
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Part(CpuCategory category, String detail, double cpuMsPerPage, @Allowed(most = 1) double share,
            List<Double> ci95) {}

    /**
     * CPU that went to an algorithm of a provider, wherever it was called.
     *
     * @param share of all CPU of the process
     */
    public record Primitive(String algorithm, String provider, double cpuMsPerPage,
            @Allowed(most = 1) double share) {}

    /**
     * CPU of a system call.
     *
     * @param call its name in C, such as {@code epoll_wait}
     * @param share of all CPU of the process
     */
    public record SystemCall(String call, double cpuMsPerPage, @Allowed(most = 1) double share) {}

    /**
     * The bank's CPU for one kind of event.
     *
     * @param event the kind of event
     * @param count how often it happened in the steady state
     * @param cpuMs the bank's CPU for one of them, in milliseconds
     */
    public record Event(@Allowed({"fullHandshakeOfUser", "resumedHandshakeOfUser", "backEndHandshake", "backEndCall",
        "recordOfUsers", "requestOfUsers", "megabyteOfUsers", "privateKeyOfUser"})
            String event, long count, double cpuMs) {}

    public CpuProfile {
        attribution = attribution == null ? List.of() : attribution;
        cryptography = cryptography == null ? List.of() : cryptography;
        systemCalls = systemCalls == null ? List.of() : systemCalls;
        events = events == null ? List.of() : events;
    }

    /** Returns whether it contains a profile. */
    @JsonIgnore
    public boolean isKnown() {
        return !attribution.isEmpty();
    }

    /** Returns the milliseconds of a page's CPU in these categories. */
    public double millis(Collection<CpuCategory> categories) {
        return attribution.stream().filter(part -> categories.contains(part.category()))
                .mapToDouble(Part::cpuMsPerPage).sum();
    }

    /** Returns the milliseconds of a page's CPU in one category. */
    public double millis(CpuCategory category) {
        return millis(Set.of(category));
    }
}

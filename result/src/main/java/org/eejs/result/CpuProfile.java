package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.eejs.result.settings.Allowed;

/**
 * Where the CPU of a page went. What compiler and collector used is counted; all other parts are shares of stack
 * samples. Immutable.
 *
 * @param profile how it was found out; null where the run was not profiled
 * @param attribution all parts, which sum to the bank's CPU per page; absent where the run was not profiled
 * @param cryptography the same CPU by algorithm and provider, as far as it was cryptography; absent likewise
 * @param events what each costs, in CPU; absent likewise
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record CpuProfile(Sampling profile, List<Part> attribution, List<Primitive> cryptography, List<Event> events) {
    /** That of a run that was not profiled. */
    public static final CpuProfile NONE = new CpuProfile(null, null, null, null);

    /**
     * How stacks were sampled.
     *
     * @param source what sampled
     * @param biased whether shares of samples are not shares of CPU
     * @param samples of all threads
     * @param lost samples without a stack, and those that the source says it lost
     * @param problems why nothing better sampled, or what was not seen
     * @param cost what sampling costs; null where that was not measured
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Sampling(@Allowed({"asyncProfiler", "cpuTimeSample", "executionSample", "none"}) String source,
            boolean biased, long samples, long lost, List<String> problems, SamplingCost cost) {
        public Sampling {
            problems = problems == null ? List.of() : problems;
        }
    }

    /**
     * The application's CPU for a page while stacks are sampled, divided by that while they are not.
     *
     * @param ci95 the interval of the ratio; null where the pairs do not bound it
     * @param pairs how many pairs of periods it rests on
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record SamplingCost(double ratio, List<Double> ci95, int pairs) {}

    /**
     * A part of a page's CPU.
     *
     * @param detail what in the category; null where the category is not divided
     * @param share of the bank's CPU
     * @param ci95 the interval of the share that follows from the number of samples
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Part(CpuCategory category, String detail, double cpuMsPerPage, @Allowed(most = 1) double share,
            List<Double> ci95) {}

    /** CPU of a page that went to an algorithm of a provider, wherever it was called. */
    public record Primitive(String algorithm, String provider, double cpuMsPerPage, @Allowed(most = 1) double share) {}

    /**
     * What something costs the bank each time.
     *
     * @param event what happened
     * @param count how often, in the steady state
     * @param cpuMs the bank's CPU for one of them, in milliseconds
     */
    public record Event(@Allowed({"fullHandshakeOfUser", "resumedHandshakeOfUser", "backEndHandshake", "backEndCall",
        "megabyteOfUsers", "privateKeyOfUser"})
            String event, long count, double cpuMs) {}

    public CpuProfile {
        attribution = attribution == null ? List.of() : attribution;
        cryptography = cryptography == null ? List.of() : cryptography;
        events = events == null ? List.of() : events;
    }

    /** Whether it says where the CPU went. */
    @JsonIgnore
    public boolean isKnown() {
        return !attribution.isEmpty();
    }

    /** Milliseconds of a page's CPU in these categories. */
    public double millis(Collection<CpuCategory> categories) {
        return attribution.stream().filter(part -> categories.contains(part.category()))
                .mapToDouble(Part::cpuMsPerPage).sum();
    }

    /** The same of one category. */
    public double millis(CpuCategory category) {
        return millis(Set.of(category));
    }
}

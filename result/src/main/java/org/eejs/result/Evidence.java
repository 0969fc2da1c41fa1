package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.eejs.result.Result.PhaseSeconds;
import org.eejs.result.Result.Second;
import org.eejs.result.Result.AlgorithmProof;
import org.eejs.result.settings.Allowed;

/**
 * The evidence for the figures of an observation. Parts that were not examined are null. Immutable.
 *
 * @param steady whether no change of level was found in the steady state, and it was long enough to find one
 * @param settled whether the JVM was warm when the steady state began, and stayed so; null where that was not followed
 * @param phases the length of each phase; null where there are none
 * @param seconds second by second through all phases; null likewise
 * @param failures why pages failed, phase by phase; null likewise
 * @param qos whether the quality of service was kept; null where it was not judged
 * @param cpuProfile the CPU by category; null where it was not profiled
 * @param waits the waits of threads; null where they were not profiled
 * @param algorithms which providers served which algorithms; null where that was not counted
 * @param algorithmCounting the means by which they were counted; null likewise
 * @param hosts the hosts of the processes; null where all ran on the machine of the lab
 * @param service what is known of a user's own service; null for any other run
 * @param iterations the primary figure of each iteration of a fork; null of runs
 * @param wire the link between users and bank; null without one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Evidence(boolean steady, Boolean settled, PhaseSeconds phases, List<Second> seconds,
        List<PhaseFailures> failures, QosVerdict qos, CpuProfile cpuProfile, Waits waits,
        List<AlgorithmProof> algorithms, String algorithmCounting, List<HostFigures> hosts, ServiceFigures service,
        List<Double> iterations, Wire wire) {
    /** Evidence without any part. */
    public static final Evidence NONE = new Evidence(false, null, null, null, null, null, null, null, null, null,
            null, null, null, null);

    /** Returns the evidence of a JMH fork. */
    public static Evidence ofIterations(List<Double> figures) {
        return new Evidence(true, null, null, null, null, null, null, null, null, null, null, null,
                List.copyOf(figures), null);
    }

    /**
     * Pages that failed in a phase.
     *
     * @param pages completed pages of the phase, failed ones included
     * @param reasons how often each reason made one fail; slow pages under {@code slow}
     */
    public record PhaseFailures(@Allowed({"rampUp", "warmUp", "steady", "rampDown"}) String phase, long pages,
            Map<String, Long> reasons) {}

    /**
     * The verdict on the quality of service.
     *
     * @param firm whether the run has what a verdict needs; if not, its figures are preliminary ({@link Shortfall})
     * @param goodMs the time limit of a good page, in milliseconds
     * @param tolerableMs the time limit of a tolerable page, in milliseconds
     * @param good the least share of good pages
     * @param tolerable the least share of tolerable pages, good ones included
     */
    public record QosVerdict(boolean met, boolean firm, double goodMs, double tolerableMs,
            @Allowed(most = 1) double good, @Allowed(most = 1) double tolerable) {}

    /** Returns the seconds of the steady state; empty where there are none. */
    public List<Second> steadySeconds() {
        return everySecond().stream().filter(second -> Result.STEADY.equals(second.phase())).toList();
    }

    /** Returns all seconds; empty where there are none. */
    public List<Second> everySecond() {
        return seconds == null ? List.of() : seconds;
    }

    /** Returns the CPU profile; {@link CpuProfile#NONE} where there is none. */
    public CpuProfile profile() {
        return cpuProfile == null ? CpuProfile.NONE : cpuProfile;
    }

    /** Returns this evidence with another profile and other waits. */
    public Evidence with(CpuProfile profile, Waits waited) {
        return new Evidence(steady, settled, phases, seconds, failures, qos, profile, waited, algorithms,
                algorithmCounting, hosts, service, iterations, wire);
    }
}

package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.eejs.result.Result.PhaseSeconds;
import org.eejs.result.Result.Second;
import org.eejs.result.Result.AlgorithmProof;
import org.eejs.result.settings.Allowed;

/**
 * What shows how the figures of an observation came about. What was not looked at is null. Immutable.
 *
 * @param steady whether no change of level was found in the steady state, and it was long enough to find one
 * @param settled whether the JVM was warm when the steady state began, and stayed so; null where that is not followed
 * @param phases the length of each phase; null where there are none
 * @param seconds second by second through all phases; null likewise
 * @param failures why pages failed, phase by phase; null likewise
 * @param qos whether the quality of service was kept; null where it was not judged
 * @param cpuProfile where the CPU went; null where nobody looked
 * @param waits what threads waited for; null where nobody looked
 * @param algorithms which providers served which algorithms; null where that was not counted
 * @param algorithmCounting the means by which they were counted; null likewise
 * @param hosts where processes were; null where all were on the machine of the lab
 * @param service what is known of a user's own service; null of all else
 * @param iterations the primary figure of each iteration of a fork; null of runs
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Evidence(boolean steady, Boolean settled, PhaseSeconds phases, List<Second> seconds,
        List<PhaseFailures> failures, QosVerdict qos, CpuProfile cpuProfile, Waits waits,
        List<AlgorithmProof> algorithms, String algorithmCounting, List<HostFigures> hosts, ServiceFigures service,
        List<Double> iterations) {
    /** Nothing was looked at. */
    public static final Evidence NONE = new Evidence(false, null, null, null, null, null, null, null, null, null,
            null, null, null);

    /** That of a fork of JMH. */
    public static Evidence ofIterations(List<Double> figures) {
        return new Evidence(true, null, null, null, null, null, null, null, null, null, null, null,
                List.copyOf(figures));
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
     * Whether the quality of service was kept.
     *
     * @param firm whether the run has what a verdict takes; where not, it is a first look ({@link Shortfall})
     * @param goodMs the time of a good page in milliseconds
     * @param tolerableMs the time of a tolerable page
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

    /** Returns where the CPU went; {@link CpuProfile#NONE} where nobody looked. */
    public CpuProfile profile() {
        return cpuProfile == null ? CpuProfile.NONE : cpuProfile;
    }

    /** Returns the same of a service of a user's own, or with another profile. */
    public Evidence with(CpuProfile profile, Waits waited) {
        return new Evidence(steady, settled, phases, seconds, failures, qos, profile, waited, algorithms,
                algorithmCounting, hosts, service, iterations);
    }
}

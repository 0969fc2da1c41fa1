package org.eejs.profile;

import java.util.List;
import java.util.Map;
import org.eejs.result.CpuProfile;

/**
 * The evaluated stack samples of a JVM. Immutable.
 *
 * @param sampling the description of the sampling
 * @param places the places of the samples, and the processor time of each in microseconds; empty where there are none
 * @param systemCalls the processor time in each system call, in microseconds
 */
public record CpuSamples(CpuProfile.Sampling sampling, Map<Place, Long> places, Map<String, Long> systemCalls) {
    /** Returns these samples with the cost of sampling; null when it is not known. */
    public CpuSamples with(CpuProfile.SamplingCost cost) {
        return new CpuSamples(new CpuProfile.Sampling(sampling.source(), sampling.biased(), sampling.samples(),
                sampling.lost(), sampling.problems(), cost, sampling.covered(), sampling.worth()), places, systemCalls);
    }

    /**
     * Distributes the counted CPU by these samples.
     *
     * @param app CPU of a page or transaction in milliseconds, without compiler and collector
     * @param jit CPU of the compiler
     * @param gc CPU of the collector
     */
    public CpuProfile share(double app, double jit, double gc) {
        if (places.isEmpty()) {
            return new CpuProfile(sampling, null, null, null, null);
        }
        CpuShares shares = new CpuShares(places, app, jit, gc,
                places.values().stream().mapToLong(Long::longValue).sum() / (double) Math.max(1, sampling.worth()));
        return shares.parts().isEmpty() ? CpuProfile.unknown(List.of("the JVM used no CPU"))
                : new CpuProfile(sampling, shares.parts(), shares.cryptography(), shares.systemCalls(systemCalls),
                        null);
    }
}

package org.eejs.profile;

import java.util.List;
import java.util.Map;
import org.eejs.result.CpuProfile;

/**
 * What the stack samples of a JVM come to. Immutable.
 *
 * @param sampling how they were taken
 * @param places where they belong, and the processor time of each in microseconds; empty where there are none
 * @param systemCalls by call of the kernel, that of those that were in it
 */
public record CpuSamples(CpuProfile.Sampling sampling, Map<Place, Long> places, Map<String, Long> systemCalls) {
    /** Returns the same when it is known what sampling costs; null when it is not. */
    public CpuSamples with(CpuProfile.SamplingCost cost) {
        return new CpuSamples(new CpuProfile.Sampling(sampling.source(), sampling.biased(), sampling.samples(),
                sampling.lost(), sampling.problems(), cost, sampling.covered(), sampling.worth()), places, systemCalls);
    }

    /**
     * Shares out by them what was counted.
     *
     * @param app CPU of a page or transaction without that of compiler and collector, in milliseconds
     * @param jit that of the compiler
     * @param gc that of the collector
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

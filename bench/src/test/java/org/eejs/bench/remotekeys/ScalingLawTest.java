package org.eejs.bench.remotekeys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.eejs.bench.remotekeys.ScalingLaw.Observation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The fit finds the law of the data, also at its bounds. */
class ScalingLawTest {
    private static final List<Integer> THREADS = List.of(1, 2, 4, 8, 16, 24, 32, 64);

    private static List<Observation> observations(ScalingLaw law, double noise, int rounds, long seed) {
        Random random = new Random(seed);
        List<Observation> observations = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            for (int n : THREADS) {
                observations.add(new Observation(n, law.opsPerSecond(n) * (1 + noise * random.nextGaussian())));
            }
        }
        return observations;
    }

    /** Only contention, both, retrograde, only coherency, hardly anything, and rates of another magnitude. */
    @ParameterizedTest
    @CsvSource({"1500, 0.3, 0", "900, 0.02, 0.0001", "1500, 0.05, 0.002", "500, 0, 0.0005", "1000, 1e-4, 1e-7",
        "80000, 0.5, 0.01", "0.3, 0.1, 0.001"})
    void findsTheLawOfTheData(double lambda, double sigma, double kappa) {
        ScalingLaw law = new ScalingLaw(lambda, sigma, kappa);
        ScalingLaw found = ScalingLaw.fit(observations(law, 0, 1, 0));
        assertEquals(lambda, found.lambda(), 1e-4 * lambda);
        assertEquals(sigma, found.sigma(), 1e-5);
        assertEquals(kappa, found.kappa(), 1e-6);
        assertEquals(1, found.rSquared(observations(law, 0, 1, 0)), 1e-9);
    }

    @Test
    void linearDataHaveNoKneeAndNothingBelowZero() {
        ScalingLaw linear = new ScalingLaw(120, 0, 0);
        ScalingLaw found = ScalingLaw.fit(observations(linear, 0, 1, 0));
        assertEquals(120, found.lambda(), 1e-6);
        assertEquals(0, found.sigma(), 1e-9);
        assertEquals(0, found.kappa(), 1e-9);
        assertEquals(Double.POSITIVE_INFINITY, linear.kneeThreads());
        for (long seed = 0; seed < 20; seed++) {
            ScalingLaw noisy = ScalingLaw.fit(observations(linear, 0.03, 3, seed));
            assertTrue(noisy.sigma() >= 0 && noisy.kappa() >= 0, noisy.toString());
            assertEquals(120, noisy.lambda(), 6);
        }
    }

    /** Data that rise faster than in proportion are beyond the bounds, and count as linear. */
    @Test
    void moreThanLinearIsLinear() {
        List<Observation> rising = THREADS.stream().map(n -> new Observation(n, 100 * Math.pow(n, 1.2))).toList();
        ScalingLaw found = ScalingLaw.fit(rising);
        assertEquals(0, found.sigma());
        assertEquals(0, found.kappa());
    }

    @Test
    void retrogradeDataHaveAPeakWhereTheyHaveIt() {
        ScalingLaw law = new ScalingLaw(1000, 0.04, 0.0024);
        assertEquals(20, law.peakThreads(), 1e-9);
        ScalingLaw found = ScalingLaw.fit(observations(law, 0.02, 3, 1));
        assertEquals(20, found.peakThreads(), 2);
        assertEquals(law.peakOpsPerSecond(), found.peakOpsPerSecond(), 0.05 * law.peakOpsPerSecond());
        assertTrue(found.opsPerSecond(64) < found.opsPerSecond(24));
    }

    @Test
    void theKneeIsWhereOneThreadsLineMeetsThePeak() {
        assertEquals(4, new ScalingLaw(1000, 0.25, 0).kneeThreads(), 1e-9);
        ScalingLaw retrograde = new ScalingLaw(1000, 0.04, 0.0024);
        assertEquals(retrograde.peakOpsPerSecond() / 1000, retrograde.kneeThreads(), 1e-9);
        assertEquals(1, new ScalingLaw(1000, 1.2, 0).peakThreads(), "more threads only harm");
        assertEquals(1, new ScalingLaw(1000, 1.2, 0.1).kneeThreads(), 1e-9);
    }

    /** A 95% interval holds the truth in 95 of 100 cases: here in at least 85 of 100, since the number is small. */
    @Test
    @Tag("long")
    void intervalsHoldTheTruth() {
        ScalingLaw law = new ScalingLaw(1500, 0.08, 0.0005);
        int held = 0;
        int cases = 30;
        for (long seed = 0; seed < cases; seed++) {
            List<Observation> observations = observations(law, 0.03, 3, seed);
            ScalingLawIntervals intervals = ScalingLawIntervals.of(ScalingLaw.fit(observations), observations);
            List<Double> knee = intervals.of(ScalingLaw::kneeThreads);
            assertNotNull(knee);
            held += knee.get(0) <= law.kneeThreads() && law.kneeThreads() <= knee.get(1) ? 1 : 0;
        }
        assertTrue(held >= 0.85 * cases, held + " of " + cases);
    }

    @Test
    void anIntervalWithoutEndIsNone() {
        List<Observation> linear = observations(new ScalingLaw(120, 0, 0), 0, 2, 3);
        ScalingLawIntervals intervals = ScalingLawIntervals.of(ScalingLaw.fit(linear), linear);
        assertNull(intervals.of(ScalingLaw::kneeThreads));
        assertTrue(intervals.of(ScalingLaw::sigma).get(0) == 0);
        assertNull(ScalingLawIntervals.of(new ScalingLaw(1, 0, 0), linear.subList(0, 3)), "as many as parameters");
    }

    @Test
    void twoConcurrenciesAreTooFew() {
        List<Observation> two = List.of(new Observation(1, 100), new Observation(2, 190), new Observation(2, 191));
        assertFalse(ScalingLaw.fits(two));
        assertThrows(IllegalArgumentException.class, () -> ScalingLaw.fit(two));
        assertFalse(ScalingLaw.fits(List.of(new Observation(1, 0), new Observation(2, 1), new Observation(3, 2))));
    }
}

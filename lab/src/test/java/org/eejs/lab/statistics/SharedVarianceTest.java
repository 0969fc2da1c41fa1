package org.eejs.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.eejs.lab.statistics.SharedVariance.Sample;
import org.junit.jupiter.api.Test;

class SharedVarianceTest {
    private final SplittableRandom random = new SplittableRandom(5);

    /** Returns samples with four degrees of freedom and different true variances. */
    private List<Sample> samples(int count, double priorFreedom) {
        return IntStream.range(0, count).mapToObj(i -> {
            double truth = Double.isInfinite(priorFreedom) ? 4 : 4 * priorFreedom / chiSquare((int) priorFreedom);
            return new Sample(truth * chiSquare(4) / 4, 4);
        }).toList();
    }

    private double chiSquare(int freedom) {
        double sum = 0;
        for (int i = 0; i < freedom; i++) {
            double value = random.nextGaussian();
            sum += value * value;
        }
        return sum;
    }

    @Test
    void whatSamplesHaveInCommonIsFound() {
        SharedVariance shared = SharedVariance.of(samples(20_000, 6));
        assertEquals(4, shared.variance(), 0.15);
        assertEquals(6, shared.freedom(), 0.5);
    }

    @Test
    void whereTheyAreAllAlikeTheyCountAsOne() {
        SharedVariance shared = SharedVariance.of(samples(20_000, Double.POSITIVE_INFINITY));
        assertEquals(4, shared.variance(), 0.1);
        assertTrue(shared.freedom() > 100, "freedom " + shared.freedom());
    }

    @Test
    void aFewTellNothingOfOthers() {
        SharedVariance shared = SharedVariance.of(samples(9, 6));
        assertEquals(0, shared.freedom());
        // Student's t with four degrees of freedom: 2.132 is its 95th percentile.
        assertEquals(0.05, shared.chanceNotBelow(-2.132 * Math.sqrt(2), new Sample(1, 4), 2), 1e-3);
    }

    @Test
    void whatNeverVariesIsCertain() {
        SharedVariance none = new SharedVariance(0, 0);
        assertEquals(0, none.chanceNotBelow(-1e-9, new Sample(0, 4), 1));
        assertEquals(1, none.chanceNotBelow(0, new Sample(0, 4), 1));
    }

    /** One in twenty, for any true variance of the cell. */
    @Test
    void equalsAreFoundToBeLowerAsOftenAsPromised() {
        int found = 0;
        int cells = 20_000;
        double[] truths = IntStream.range(0, cells).mapToDouble(i -> 6 / chiSquare(6)).toArray();
        List<Sample> samples = IntStream.range(0, cells).mapToObj(i -> new Sample(truths[i] * chiSquare(4) / 4, 4))
                .toList();
        SharedVariance shared = SharedVariance.of(samples);
        for (int i = 0; i < cells; i++) {
            double difference = Math.sqrt(truths[i] * 2 / 3) * random.nextGaussian();
            found += shared.chanceNotBelow(difference, samples.get(i), 2 / 3.0) <= 0.05 ? 1 : 0;
        }
        assertEquals(0.05, found / (double) cells, 0.005);
    }
}

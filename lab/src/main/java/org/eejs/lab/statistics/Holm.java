package org.eejs.lab.statistics;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Several comparisons with one baseline, with a common probability of any false difference (Holm, Scandinavian Journal
 * of Statistics 1979). The clearest difference is tested at the level of the family divided by the number of
 * comparisons, and the next by one less. This goes on until one is not significant; all that are left keep its level.
 */
public final class Holm {
    private Holm() {}

    /**
     * Returns the confidence of the test of each comparison: one finds a difference if its interval of this confidence
     * excludes 1. These intervals do not contain all true ratios at once; those of {@link SimultaneousRatios} do.
     *
     * @param pValues of the tests for no difference, by comparison
     * @param family the number of comparisons, those without a p-value included
     * @param confidence of the family
     */
    public static double[] confidences(double[] pValues, int family, double confidence) {
        double[] each = new double[pValues.length];
        int left = family;
        boolean found = true;
        for (int index : clearestFirst(pValues)) {
            double level = (1 - confidence) / left;
            each[index] = 1 - level;
            found &= pValues[index] <= level;
            left -= found ? 1 : 0;
        }
        return each;
    }

    private static int[] clearestFirst(double[] pValues) {
        return IntStream.range(0, pValues.length).boxed()
                .sorted(Comparator.comparingDouble(index -> pValues[index])).mapToInt(Integer::intValue).toArray();
    }
}

package org.eejs.lab.statistics;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Several comparisons with one baseline, of which none shall find a difference by chance (Holm, Scandinavian Journal of
 * Statistics 1979): the clearest difference is tested at the level of the family divided by the number of comparisons,
 * the next by one less, and so on until one is not significant; all that are left keep its level.
 */
public final class Holm {
    private Holm() {}

    /**
     * Returns the confidence of the test of each comparison: one finds a difference if its interval of this confidence
     * excludes 1. These intervals do not hold all true ratios at once; those of {@link SimultaneousRatios} do.
     *
     * @param pValues of the tests for no difference, by comparison
     * @param family how many comparisons there are, those without a p-value included
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

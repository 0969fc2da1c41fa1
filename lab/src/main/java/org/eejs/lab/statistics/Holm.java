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
     * With which confidence each interval must be made for the family to keep its own.
     *
     * @param pValues of the tests for no difference, by comparison
     * @param confidence of the family
     */
    public static double[] confidences(double[] pValues, double confidence) {
        double[] each = new double[pValues.length];
        int left = pValues.length;
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

package org.eejs.report.text;

import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.result.Result.Comparison;

/**
 * A ratio to a baseline as text, with no more digits than its interval justifies.
 *
 * @param ratio 1 means no change
 * @param low the lower bound of its 95% CI; null if there is none
 * @param high the upper bound; null if there is none
 */
public record Change(double ratio, Double low, Double high) {
    public static Change of(Comparison comparison) {
        return of(comparison.ratio(), comparison.ci95());
    }

    public static Change of(double ratio, List<Double> ci95) {
        return isInterval(ci95) ? new Change(ratio, ci95.get(0), ci95.get(1)) : new Change(ratio, null, null);
    }

    /** Returns whether the list contains the two bounds of an interval. */
    public static boolean isInterval(List<? extends Number> ends) {
        return ends != null && ends.size() == 2 && ends.stream().allMatch(
                end -> end != null && Double.isFinite(end.doubleValue()));
    }

    /** Returns the lower bound of an interval; null if there is none. */
    public static Double low(List<Double> ci95) {
        return isInterval(ci95) ? ci95.get(0) : null;
    }

    /** Returns the upper bound of an interval; null if there is none. */
    public static Double high(List<Double> ci95) {
        return isInterval(ci95) ? ci95.get(1) : null;
    }

    /** Returns an interval as text, such as "1.27 to 1.35"; empty if there is none. */
    public static String words(List<Double> ci95, DoubleFunction<String> figure) {
        return isInterval(ci95) ? figure.apply(ci95.get(0)) + " to " + figure.apply(ci95.get(1)) : "";
    }

    public boolean hasInterval() {
        return low != null;
    }

    /** Returns the lower bound of the interval, or the ratio if there is none. */
    public double lowest() {
        return hasInterval() ? low : ratio;
    }

    /** Returns the upper bound of the interval, or the ratio if there is none. */
    public double highest() {
        return hasInterval() ? high : ratio;
    }

    /** Returns whether the interval excludes 1. */
    public boolean isSure() {
        return hasInterval() && (low > 1 || high < 1);
    }

    /** Returns whether the whole interval is within 1 plus or minus this. */
    public boolean isWithin(double margin) {
        return hasInterval() && low >= 1 - margin && high <= 1 + margin;
    }

    /** Returns text such as "12% less CPU per page than B". */
    public String sentence(FigureText figure, String baseline) {
        if (!Double.isFinite(ratio)) {
            return "not comparable with " + baseline;
        }
        if (isFactor()) {
            return more("", "", "times the " + figure.words()) + " of " + baseline;
        }
        if (isNothing(ratio)) {
            return "the same " + figure.words() + " as " + baseline;
        }
        return more(figure.below(), figure.above(), "") + " than " + baseline;
    }

    /** Returns text such as "12% fewer" or "2.10 times as many". */
    public String more(String below, String above, String times) {
        return isFactor() ? Format.figure(ratio) + " " + times
                : percent(ratio) + "% " + (ratio < 1 ? below : above);
    }

    /** Returns text such as "9 to 15%"; names both directions if the interval contains 1. */
    public String interval(String below, String above) {
        if (!hasInterval()) {
            return "none";
        }
        if (isFactor()) {
            return "%s to %s times".formatted(Format.figure(low), Format.figure(high));
        }
        if (isSure() && !isNothing(low) && !isNothing(high)) {
            double nearer = high < 1 ? high : low;
            return "%s to %s%%".formatted(percent(nearer), percent(nearer == high ? low : high));
        }
        return side(low, below, above) + " to " + side(high, below, above);
    }

    /** Returns text such as "−12.3%". */
    public String signed() {
        if (!Double.isFinite(ratio)) {
            return Format.NONE;
        }
        return isFactor() ? "×" + Format.figure(ratio) : signed(ratio) + "%";
    }

    /** Returns text such as "−15.0 to −9.1%". */
    public String signedInterval() {
        return !hasInterval() ? Format.NONE
                : isFactor() ? "×%s to ×%s".formatted(Format.figure(low), Format.figure(high))
                        : "%s to %s%%".formatted(signed(low), signed(high));
    }

    /** Returns text such as "0.88". */
    public String plain() {
        return plain(ratio);
    }

    /** Returns text such as "0.85 to 0.91"; empty if there is no interval. */
    public String plainInterval() {
        return hasInterval() ? plain(low) + " to " + plain(high) : "";
    }

    private String plain(double value) {
        return !Double.isFinite(value) || value >= 10 ? Format.figure(value)
                : digits(value, hasInterval() && high - low < 0.02 ? 3 : 2);
    }

    /** Returns whether it is shown as a factor, because percentages above 100 are hard to read. */
    public boolean isFactor() {
        return ratio >= 2 || hasInterval() && high >= 3;
    }

    private String side(double end, String below, String above) {
        return isNothing(end) ? "0%" : percent(end) + "% " + (end < 1 ? below : above);
    }

    private boolean isNothing(double value) {
        return Double.parseDouble(percent(value)) == 0;
    }

    private String percent(double value) {
        return digits(100 * Math.abs(value - 1), decimals());
    }

    // A narrow interval justifies a decimal: 1.4%; otherwise there is none: 12%.
    private int decimals() {
        if (!hasInterval()) {
            return Math.abs(ratio - 1) < 0.1 ? 1 : 0;
        }
        double halfWidth = 50 * (high - low);
        return halfWidth >= 2 ? 0 : halfWidth >= 0.1 ? 1 : 2;
    }

    private String signed(double value) {
        int decimals = Math.max(1, decimals());
        String percent = digits(100 * Math.abs(value - 1), decimals);
        boolean zero = percent.chars().allMatch(digit -> digit == '0' || digit == '.');
        return (zero ? "±" : value < 1 ? "−" : "+") + percent;
    }

    private static String digits(double value, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    /** Returns the ratio of two independent estimates; see {@link RatioInterval#ofEstimates}. */
    public static Change ofEstimates(double value, List<? extends Number> ends, double baseline,
            List<? extends Number> baselineEnds, int family) {
        RatioInterval interval = isInterval(ends) && isInterval(baselineEnds)
                ? RatioInterval.ofEstimates(value, ends, baseline, baselineEnds, family) : null;
        return interval == null ? new Change(value / baseline, null, null)
                : new Change(interval.ratio(), interval.low(), interval.high());
    }
}

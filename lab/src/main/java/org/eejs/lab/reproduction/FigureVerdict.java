package org.eejs.lab.reproduction;

import java.util.List;
import org.eejs.lab.statistics.Estimate;
import org.eejs.result.Published;
import org.eejs.result.Published.Relation;
import org.eejs.result.Published.Verdict;
import org.eejs.result.PublishedFigure;
import org.eejs.result.Spread;

/**
 * The verdict on a published figure. A ratio is reproduced if the interval of the measured one is on the same side of
 * 1, and contains the published ratio or is beyond it. A relation is reproduced if the interval is on its side of 1, a
 * value if the interval contains it, and a bound if the whole interval keeps it. A figure without an interval is judged
 * by its value, and the reason reports that. Absolute speeds of other machines are not judged.
 */
final class FigureVerdict {
    /**
     * The limit of ratios that were called comparable, as a distance from 1. In the review they differed by up to 8%.
     */
    private static final double SAME = 0.1;

    /** The widest interval that still confirms a value, relative to the value. */
    private static final double WIDE = 1;

    private FigureVerdict() {}

    static PublishedFigure notHere(Published.Row row, String reason) {
        return new PublishedFigure(row, null, null, 0, Verdict.NOT_HERE, reason);
    }

    static PublishedFigure of(Published.Row row, Estimate estimate) {
        if (estimate.value() == null) {
            return notHere(row, "there is no measurement of it");
        }
        if (row.relation() == Relation.BESIDE) {
            return new PublishedFigure(row, estimate.value(), estimate.ci95(), estimate.runs(), Verdict.NOT_HERE,
                    "of another machine, and not judged: here it is " + times(estimate.value() / row.value()));
        }
        Judgement judgement = judge(row, estimate.value(), estimate.ci95() == null
                ? List.of(estimate.value(), estimate.value()) : estimate.ci95());
        return new PublishedFigure(row, estimate.value(), estimate.ci95(), estimate.runs(),
                judgement.reproduced() ? Verdict.REPRODUCED : Verdict.DIFFERS,
                judgement.reason() + (estimate.ci95() == null ? "; measured too seldom for an interval" : ""));
    }

    private record Judgement(boolean reproduced, String reason) {}

    private static Judgement judge(Published.Row row, double measured, List<Double> interval) {
        double low = interval.get(0);
        double high = interval.get(1);
        if (row.relation() == Relation.AT_LEAST || row.relation() == Relation.AT_MOST) {
            return bound(row, measured, low, high);
        }
        if (row.value() != null) {
            return value(row.value(), measured, low, high);
        }
        if (row.relation() == Relation.SAME || row.ratio() != null && row.ratio() == 1) {
            return same(low, high);
        }
        boolean above = row.relation() == Relation.HIGHER || row.ratio() != null && row.ratio() > 1;
        if (above ? low <= 1 : high >= 1) {
            return new Judgement(false, low <= 1 && high >= 1 ? "no significant difference"
                    : "the other direction");
        }
        if (row.ratio() == null) {
            return new Judgement(true, "the same direction");
        }
        return low <= row.ratio() && row.ratio() <= high
                ? new Judgement(true, "the interval contains the published value")
                : above == low > row.ratio() ? new Judgement(true, "the same direction, and a larger effect")
                : new Judgement(false, "the same direction, but a smaller effect");
    }

    private static Judgement bound(Published.Row row, double measured, double low, double high) {
        boolean atLeast = row.relation() == Relation.AT_LEAST;
        if (atLeast ? low >= row.value() : high <= row.value()) {
            return new Judgement(true, "reached");
        }
        return new Judgement(false, (atLeast ? high < row.value() : low > row.value())
                ? times(measured / row.value()) : "the interval has values on both sides of the bound");
    }

    private static Judgement value(double published, double measured, double low, double high) {
        if (low > published || published > high) {
            return new Judgement(false, times(measured / published));
        }
        return high - low <= WIDE * published ? new Judgement(true, "the interval contains the published value")
                : new Judgement(false, "the interval is too wide for a verdict");
    }

    private static Judgement same(double low, double high) {
        return low >= 1 - SAME && high <= 1 + SAME ? new Judgement(true, "no difference above 10%")
                : low <= 1 + SAME && high >= 1 - SAME
                        ? new Judgement(false, "a difference above 10% is possible")
                        : new Judgement(false, "a difference above 10%");
    }

    private static String times(double ratio) {
        return Double.isFinite(ratio) ? Spread.digits(ratio) + " times the published value"
                : "the published value is 0";
    }
}

package org.eejs.lab.reproduction;

import java.util.List;
import org.eejs.lab.statistics.Estimate;
import org.eejs.result.Published;
import org.eejs.result.Published.Relation;
import org.eejs.result.Published.Verdict;
import org.eejs.result.PublishedFigure;
import org.eejs.result.Spread;

/**
 * Whether a published figure was reproduced. A ratio was when the interval of the measured one lies on the same side of
 * 1, and holds the published ratio or lies beyond it; a relation was when the interval lies on its side of 1; a value
 * was when the interval holds it, and a bound when the whole interval keeps it. A figure without an interval is judged
 * by itself, and the reason says so. What another machine did in a second is not judged.
 */
final class FigureVerdict {
    /** Ratios that were called comparable: within so much of 1. In the review they were up to 8 per cent apart. */
    private static final double SAME = 0.1;

    /** An interval that is as wide as what it holds is large says nothing of it. */
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
            return new Judgement(false, low <= 1 && high >= 1 ? "no difference could be told from none"
                    : "the other direction");
        }
        if (row.ratio() == null) {
            return new Judgement(true, "the same direction");
        }
        return low <= row.ratio() && row.ratio() <= high ? new Judgement(true, "the interval holds what was published")
                : above == low > row.ratio() ? new Judgement(true, "the same direction, and more of it")
                : new Judgement(false, "the same direction, but less of it");
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
        return high - low <= WIDE * published ? new Judgement(true, "the interval holds what was published")
                : new Judgement(false, "the interval is too wide to tell");
    }

    private static Judgement same(double low, double high) {
        return low >= 1 - SAME && high <= 1 + SAME ? new Judgement(true, "no difference above 10 %")
                : low <= 1 + SAME && high >= 1 - SAME
                        ? new Judgement(false, "a difference above 10 % could not be ruled out")
                        : new Judgement(false, "a difference above 10 %");
    }

    private static String times(double ratio) {
        return Double.isFinite(ratio) ? Spread.digits(ratio) + " times what was published"
                : "nothing was published but 0";
    }
}

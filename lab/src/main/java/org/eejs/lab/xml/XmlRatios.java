package org.eejs.lab.xml;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.eejs.lab.statistics.ComparisonVerdict;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.result.Xml;

/** Ratios of cells to their baselines, from rounds side by side. */
final class XmlRatios {
    /** A difference of so much does not matter. */
    private static final double MARGIN = 0.03;

    private XmlRatios() {}

    /** All ratios of which both sides were measured. */
    static List<Xml.Ratio> of(List<XmlTally> tallies) {
        List<XmlStudy.Cell> cells = tallies.stream().map(XmlTally::cell).toList();
        List<Xml.Ratio> ratios = new ArrayList<>();
        for (int place = 0; place < tallies.size(); place++) {
            XmlStudy.Cell baseline = cells.get(place).baseline();
            int below = baseline == null ? -1 : cells.indexOf(baseline);
            if (below >= 0 && isMeasured(tallies.get(place)) && isMeasured(tallies.get(below))) {
                ratios.add(ratio(tallies, below, place, "transactionsPerSecond", Xml.Round::transactionsPerSecond,
                        false));
                ratios.add(ratio(tallies, below, place, "cpuMicrosPerTransaction", Xml.Round::cpuMicrosPerTransaction,
                        true));
            }
        }
        return ratios;
    }

    private static boolean isMeasured(XmlTally tally) {
        return !tally.isOut() && !tally.rounds().isEmpty();
    }

    private static Xml.Ratio ratio(List<XmlTally> tallies, int below, int place, String metric,
            ToDoubleFunction<Xml.Round> figure, boolean lowerIsBetter) {
        List<Xml.Round> above = tallies.get(place).rounds();
        List<Xml.Round> under = tallies.get(below).rounds();
        // When it was broken off within a round, one of them may have one more.
        int pairs = Math.min(above.size(), under.size());
        RatioInterval interval = RatioInterval.of(above.stream().limit(pairs).mapToDouble(figure).toArray(),
                under.stream().limit(pairs).mapToDouble(figure).toArray());
        return new Xml.Ratio(tallies.get(place).cell().study(), metric, below, place,
                interval.finiteRatio(), interval.bounds(), ComparisonVerdict.of(interval, lowerIsBetter, MARGIN).id());
    }
}

package org.eejs.report.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.eejs.report.experiment.CapacityTable;
import org.eejs.report.experiment.ComparisonFinding;
import org.eejs.report.experiment.ExperimentReport;
import org.eejs.result.Cell;
import org.eejs.result.Result.Capacity;
import org.eejs.result.Result.Comparison;
import org.eejs.result.Result;
import org.junit.jupiter.api.Test;

/** The headline must not claim more than the figures show. */
class FindingTest {
    @Test
    void aWinnerWhoseIntervalOverlapsWithNoOther() {
        assertHeadline("E costs least: 12% less CPU per page than B (95% CI 9 to 15%, 6 runs each)",
                comparison("E", 0.88, 0.85, 0.91, "better"), comparison("C", 0.96, 0.93, 0.99, "better"));
    }

    @Test
    void aWinnerWithARival() {
        Finding finding = finding(comparison("C", 0.89, 0.86, 0.92, "better"),
                comparison("E", 0.88, 0.85, 0.91, "better"));
        assertEquals("E is better than B: 12% less CPU per page than B (95% CI 9 to 15%, 6 runs each)",
                spaced(finding.headline()));
        assertEquals(List.of("The intervals of E and C overlap, so the best configuration is undecided."),
                finding.statement());
        assertEquals(List.of("E", "C", "B"), finding.ranks().stream().map(Finding.Rank::name).toList());
    }

    @Test
    void aWinnerWithOneThatMayBeBetter() {
        Finding finding = finding(comparison("C", 0.8, 0.5, 1.2, "inconclusive"),
                comparison("E", 0.88, 0.85, 0.91, "better"));
        assertTrue(finding.headline().startsWith("E is better than B: "), finding.headline());
        assertEquals(List.of("The intervals of E and C overlap, so the best configuration is undecided."),
                finding.statement());
    }

    @Test
    void moreMayBeBetter() {
        Comparison pages = new Comparison("tolerablePages", Cell.ofConfiguration("E"), Cell.ofConfiguration("B"), 1.1,
                List.of(1.05, 1.15), "better", 6, 5, 6, null);
        Finding finding = ComparisonFinding.of(compared("tolerablePages",
                List.of(configuration("B"), configuration("E")), List.of(pages)));
        assertEquals("E serves most pages: 10% more tolerable pages than B (95% CI 5 to 15%, 6 runs each)",
                spaced(finding.headline()));
    }

    @Test
    void aStoppedConfigurationIsIgnored() {
        Finding finding = ComparisonFinding.of(compared("cpuMsPerPage",
                List.of(configuration("B"), configuration("C"), new Result.Configuration("F", null, "slow", null)),
                List.of(comparison("C", 1.002, 0.99, 1.014, "noDifference"),
                        comparison("F", 2.4, 1, 5, "inconclusive"))));
        assertEquals("No difference between B and C: CPU per page within ±3%", spaced(finding.headline()));
        assertEquals(3, finding.ranks().size());
    }

    @Test
    void noDifference() {
        assertHeadline("No difference between B, C and D: CPU per page within ±3%",
                comparison("C", 1.002, 0.99, 1.014, "noDifference"), comparison("D", 1.0, 0.98, 1.02, "noDifference"));
    }

    @Test
    void theBaselineWins() {
        assertHeadline("B costs least: the next, C, has 5% more CPU per page than B (95% CI 2 to 8%, "
                + "6 runs each)",
                comparison("A", 1.2, 1.17, 1.23, "worse"), comparison("C", 1.05, 1.02, 1.08, "worse"));
    }

    @Test
    void nothingIsDecided() {
        Finding finding = finding(comparison("C", 1.01, 0.96, 1.06, "inconclusive"));
        assertEquals("Undecided: whether the CPU per page of C differs from that of B", finding.headline());
        assertEquals("The spread of the runs is too large for a verdict. About 38 runs each would suffice: continue "
                + "with --resume and --max-runs 38.", finding.statement().get(0));
        assertEquals("1% more CPU per page than B (95% CI 4% less to 6% more, 6 runs each): 5.05 ms instead "
                + "of 5.00 ms.", spaced(finding.ranks().get(1).sentence()));
    }

    @Test
    void worseOrTheSame() {
        assertHeadline("No configuration is better than B: no difference to C; A is worse",
                comparison("A", 1.2, 1.17, 1.23, "worse"), comparison("C", 1.002, 0.99, 1.014, "noDifference"));
    }

    @Test
    void factorsAreNotPercentages() {
        Finding finding = finding(comparison("F", 2.4, 2.2, 2.6, "worse"));
        assertEquals("2.40 times the CPU per page of B (95% CI 2.20 to 2.60 times, 6 runs each): 12.0 ms "
                + "instead of 5.00 ms.", spaced(finding.ranks().get(1).sentence()));
    }

    @Test
    void oneCapacity() {
        assertEquals("B serves 1,240 sessions (95% CI 1,200 to 1,290)",
                capacities(new Capacity(Cell.ofConfiguration("B"), 1240, List.of(1200.0, 1290.0), false, true,
                        List.of())));
        assertEquals("B serves at least 1,240 sessions (95% CI 1,200 or more)",
                capacities(new Capacity(Cell.ofConfiguration("B"), 1240, List.of(1200.0, 1290.0), true, false,
                        List.of())));
        assertEquals("B serves about 1,240 sessions (95% CI 1,000 to 1,500)",
                capacities(new Capacity(Cell.ofConfiguration("B"), 1240, List.of(1000.0, 1500.0), false, false,
                        List.of())));
    }

    @Test
    void capacitiesWithoutASignificantDifference() {
        assertEquals("E serves 1,260 sessions (95% CI 1,220 to 1,300); no significant difference between E "
                + "and B", capacities(new Capacity(Cell.ofConfiguration("B"), 1240, List.of(1200.0, 1290.0),
                        false, true, List.of()),
                        new Capacity(Cell.ofConfiguration("E"), 1260, List.of(1220.0, 1300.0), false, true,
                                List.of())));
        assertEquals("Undecided: the load generator reached its limit before B and E",
                capacities(new Capacity(Cell.ofConfiguration("B"), 1500, List.of(1400.0, 1500.0), true, false,
                        List.of()),
                        new Capacity(Cell.ofConfiguration("E"), 1500, List.of(1400.0, 1500.0), true, false,
                                List.of())));
    }

    @Test
    void nothingIsComparedWithABaselineBeyondTheLoadGeneratorsLimit() {
        CapacityTable table = CapacityTable.of(experiment(
                new Capacity(Cell.ofConfiguration("B"), 1500, List.of(1400.0, 1500.0), true, false, List.of()),
                new Capacity(Cell.ofConfiguration("E"), 1200, List.of(1150.0, 1250.0), false, true, List.of())));
        assertTrue(table.table().rows().get(1).get(3).line().startsWith("at most "), table.toString());
        assertEquals("serves 1,200 sessions (95% CI 1,150 to 1,250).", spaced(table.finding()
                .ranks().get(1).sentence()));
    }

    private static void assertHeadline(String headline, Comparison... comparisons) {
        assertEquals(headline, spaced(finding(comparisons).headline()));
    }

    private static Finding finding(Comparison... comparisons) {
        List<Result.Configuration> configurations = new ArrayList<>(List.of(configuration("B")));
        List.of(comparisons).forEach(each -> configurations.add(configuration(each.name())));
        return ComparisonFinding.of(compared("cpuMsPerPage", configurations, List.of(comparisons)));
    }

    private static ExperimentReport compared(String figure, List<Result.Configuration> configurations,
            List<Comparison> comparisons) {
        return ExperimentReport.of(Result.of("compare", null, null, null, new Result.Procedure("B", figure, 0.02, 0.03,
                3, 20, 0.95, null, null), configurations, List.of(), comparisons, null, null));
    }

    private static Comparison comparison(String name, double ratio, double low, double high, String verdict) {
        return new Comparison("cpuMsPerPage", Cell.ofConfiguration(name), Cell.ofConfiguration("B"), ratio,
                List.of(low, high), verdict, 6, 5, 5 * ratio, null);
    }

    private static String capacities(Capacity... capacities) {
        return spaced(CapacityTable.of(experiment(capacities)).finding().headline());
    }

    private static ExperimentReport experiment(Capacity... capacities) {
        return ExperimentReport.of(Result.of("capacity", null, null, null, null,
                List.of(capacities).stream().map(each -> configuration(each.configuration())).toList(), List.of(),
                List.of(), List.of(capacities), null));
    }

    private static Result.Configuration configuration(String name) {
        return new Result.Configuration(name, null, null, null);
    }

    private static String spaced(String text) {
        return text.replace('\u00a0', ' ');
    }
}

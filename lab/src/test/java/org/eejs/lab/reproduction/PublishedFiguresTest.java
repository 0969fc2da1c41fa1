package org.eejs.lab.reproduction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.result.Cell;
import org.eejs.result.InvalidReason;
import org.eejs.result.Observation;
import org.eejs.result.Published;
import org.eejs.result.PublishedFigure;
import org.eejs.result.Result;
import org.junit.jupiter.api.Test;

class PublishedFiguresTest {
    private final List<Observation> runs = List.of(
            run("ill", 1, true, 1_000, 0.95), run("cured", 1, true, 1_300, 0.99),
            run("ill", 2, true, 1_020, 0.96), run("cured", 2, true, 1_340, 0.98),
            run("ill", 3, false, 5, 0.1), run("cured", 3, true, 1_320, 1),
            run("ill", 4, true, 980, 0.97), run("cured", 4, true, 1_290, 0.99));

    private static Observation run(String name, int repetition, boolean valid, long pages, double good) {
        return new Observation(Cell.ofConfiguration(name), repetition, valid ? List.of()
                : List.of(new InvalidReason(InvalidReason.Kind.MIX, "why")),
                        Map.of("pages", (double) pages, "good", good),
                null, null);
    }

    private static Result compared(List<Observation> runs) {
        return Result.of("compare", null, null, null, null, List.of(), runs, List.of(), null, null);
    }

    private static Result sought(Result.Capacity... capacities) {
        return Result.of("capacity", null, null, null, null, Arrays.stream(capacities)
                .map(each -> new Result.Configuration(each.configuration(), null, null, null)).toList(), List.of(),
                List.of(), List.of(capacities), null);
    }

    private static Published.Row ratio(String metric) {
        return new Published.Row(metric, "cured", "ill", 1.345, null, "words");
    }

    private static Published.Row value(String metric, String configuration) {
        return new Published.Row(metric, configuration, null, null, 0.99, null);
    }

    private PublishedFigure of(Published.Row row) {
        return PublishedFigures.of(new Published("source", List.of(row)), compared(runs)).figures().get(0);
    }

    @Test
    void aRatioIsThatOfTheValidRunsOfTheSameBlocks() {
        PublishedFigure pages = of(ratio("pages"));
        assertEquals(3, pages.runs());
        assertEquals((1_300 + 1_340 + 1_290) / 3_000.0, pages.measured(), 1e-12);
        RatioInterval interval = RatioInterval.of(new double[] {1_300, 1_340, 1_290},
                new double[] {1_000, 1_020, 980});
        assertEquals(List.of(interval.low(), interval.high()), pages.ci95());
        assertEquals(new Published.Row("pages", "cured", "ill", 1.345, null, "words"), pages.row());
    }

    @Test
    void aValueIsTheMeanWithStudentsInterval() {
        PublishedFigure good = of(value("good", "cured"));
        assertEquals(4, good.runs());
        assertEquals(0.99, good.measured(), 1e-12);
        // t of 3 degrees of freedom is 3.182, the standard deviation is sqrt(2 / 3) per cent.
        assertEquals(0.99 - 3.1824 * Math.sqrt(2 / 3.0) / 100 / 2, good.ci95().get(0), 1e-5);
        assertEquals(1, good.ci95().get(1), "no fraction is above 1");
    }

    @Test
    void whatHasNotRunIsNotMeasured() {
        PublishedFigure none = of(value("good", "missing"));
        assertNull(none.measured());
        assertEquals(0, none.runs());
        Published said = new Published("source", List.of(ratio("pages"), ratio("sessions")));
        assertEquals(List.of("pages"), PublishedFigures.of(said, compared(List.of())).figures().stream()
                .map(figure -> figure.row().metric()).toList(), "a comparison measures no capacity");
        assertNull(PublishedFigures.of((Published) null, compared(runs)));
    }

    @Test
    void aCapacityIsComparedWithItsInterval() {
        Published said = new Published("source", List.of(ratio("pages"), ratio("sessions")));
        Result.Probe probe = new Result.Probe(1, 90, true, "explore");
        List<PublishedFigure> figures = PublishedFigures.of(said, sought(
                new Result.Capacity(Cell.ofConfiguration("ill"), 100, List.of(90.0, 110.0), false, true,
                        List.of(probe)),
                new Result.Capacity(Cell.ofConfiguration("cured"), 163, List.of(150.0, 170.0), false, true,
                        List.of(probe, probe))))
                .figures();
        assertEquals(1, figures.size(), "a search of capacities measures nothing else");
        assertEquals(1.63, figures.get(0).measured(), 1e-12);
        assertEquals(3, figures.get(0).runs());
        assertTrue(figures.get(0).ci95().get(0) > 1.4 && figures.get(0).ci95().get(1) < 1.9, figures.toString());
    }

    @Test
    void aCapacityWithoutAnEndHasNoInterval() {
        PublishedFigure figure = PublishedFigures.of(new Published("source", List.of(ratio("sessions"))),
                sought(new Result.Capacity(Cell.ofConfiguration("ill"), 100, List.of(90.0, 110.0), false, true,
                        List.of()),
                        new Result.Capacity(Cell.ofConfiguration("cured"), 163, Arrays.asList(150.0, null), true,
                                true, List.of())))
                .figures().get(0);
        assertEquals(1.63, figure.measured(), 1e-12);
        assertNull(figure.ci95());
    }

    @Test
    void aResumedCampaignStatesTheSame() {
        Published said = new Published("source", List.of(ratio("pages"), value("good", "ill")));
        assertEquals(said, PublishedFigures.said(PublishedFigures.of(said, compared(runs))));
    }
}

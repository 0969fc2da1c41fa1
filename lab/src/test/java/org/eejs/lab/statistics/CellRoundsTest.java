package org.eejs.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.eejs.lab.statistics.CellRounds.Pairing;
import org.eejs.result.BenchFigures;
import org.eejs.result.Cell;
import org.eejs.result.Evidence;
import org.eejs.result.InvalidReason;
import org.eejs.result.Observation;
import org.junit.jupiter.api.Test;

class CellRoundsTest {
    private static final double CONFIDENCE = 0.95;

    private static CellRounds forks(String provider, double... rates) {
        Cell cell = new Cell(Map.of("provider", provider));
        return new CellRounds(cell, IntStream.range(0, rates.length).mapToObj(i -> new Observation(cell, i + 1,
                List.of(), Map.of("opsPerSecond", rates[i], "megabytesPerSecond", 2 * rates[i]), null,
                Evidence.ofIterations(List.of(rates[i] - 1, rates[i] + 1)))).toList());
    }

    @Test
    void fewForksHaveTheIntervalOfTheirIterations() {
        Estimate two = forks("A", 100, 110).operations();
        assertEquals(105, two.value());
        assertEquals(MeanInterval.of(List.of(99.0, 101.0, 109.0, 111.0)).bounds(), two.ci95());
        assertEquals(MeanInterval.of(List.of(100.0, 110.0, 120.0)).bounds(),
                forks("A", 100, 110, 120).operations().ci95());
    }

    @Test
    void aSingleForkIsPublishedByItsIterations() {
        assertEquals(MeanInterval.of(List.of(198.0, 202.0)).bounds(),
                forks("A", 100).estimate(BenchFigures.MEGABYTES, CONFIDENCE).ci95());
        assertNull(forks("A", 100, 110).mean(BenchFigures.CPU));
        assertEquals(Estimate.NONE, forks("A", 100).estimate(BenchFigures.CPU, CONFIDENCE));
    }

    @Test
    void ratiosKnowHowRoundsBelongTogether() {
        double[] ours = {200, 220, 250};
        double[] others = {100, 111, 124};
        CellRounds cell = forks("A", ours);
        CellRounds base = forks("B", others);
        assertEquals(RatioInterval.of(ours, others, CONFIDENCE).bounds(),
                cell.ratio(base, BenchFigures.OPS, CONFIDENCE, Pairing.ROUNDS).ci95());
        assertEquals(RatioInterval.ofTurns(ours, others, CONFIDENCE).bounds(),
                cell.ratio(base, BenchFigures.OPS, CONFIDENCE, Pairing.TURNS).ci95());
        assertEquals(UnpairedRatio.interval(ours, others).bounds(),
                cell.ratio(base, BenchFigures.OPS, CONFIDENCE, Pairing.NONE).ci95());
        assertEquals(2, cell.ratio(forks("B", 100, 110), BenchFigures.OPS, CONFIDENCE, Pairing.ROUNDS).runs());
    }

    @Test
    void whatFailedHasAReasonAndNoFigure() {
        List<Observation> failed = forks("A", 100).rounds().stream().map(each -> each.invalid(List.of(
                new InvalidReason(InvalidReason.Kind.BROKEN_OFF, "the JVM died")))).toList();
        CellRounds cell = CellRounds.of(failed).get(0);
        assertEquals("the JVM died", cell.error());
        assertEquals(Estimate.NONE, cell.ratio(forks("B", 1), BenchFigures.OPS, CONFIDENCE, Pairing.NONE));
    }
}

package org.eejs.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.eejs.lab.statistics.RatioEstimate.OfBlocks;
import org.eejs.result.BankFigures;
import org.eejs.result.Cell;
import org.eejs.result.CollectedFigures;
import org.eejs.result.Evidence;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.junit.jupiter.api.Test;

class RunPairsTest {
    /** Returns a run whose seconds have this cost, with slices of 4 s of steady state after one that does not count. */
    private static Observation run(String name, int block, int slices, Double jit, DoubleUnaryOperator costOfSlice) {
        List<Result.Second> seconds = new ArrayList<>();
        for (int slice = 0; slice < slices; slice++) {
            for (int i = 0; i < 5; i++) {
                double bank = i == 0 ? 9 : costOfSlice.applyAsDouble(slice);
                seconds.add(new Result.Second(seconds.size(), i == 0 ? "warmUp" : Result.STEADY, 1, 100, 0, 1, 1, 0, 0,
                        bank + (jit == null ? 0 : jit), 0.1, 0.1, jit, jit));
            }
        }
        List<Result.Second> steady = seconds.stream().filter(second -> second.phase().equals(Result.STEADY)).toList();
        CollectedFigures figures = new CollectedFigures();
        figures.put(BankFigures.APP_CPU, BankFigures.APP_CPU.ofPart(steady)).put(BankFigures.PAGES, 100);
        return new Observation(Cell.ofConfiguration(name), block, List.of(), figures.all(), null,
                new Evidence(true, null, null, seconds, null, null, null, null, null, null, null, null, null, null));
    }

    private static RunPairs pairs(int blocks, int slices, Double jit, double noise) {
        List<Observation> runs = new ArrayList<>();
        for (int block = 1; block <= blocks; block++) {
            runs.add(run("base", block, slices, jit, slice -> 0.2));
            runs.add(run("other", block, slices, jit, slice -> 0.22 * (slice % 2 == 0 ? 1 + noise : 1 - noise)));
        }
        return RunPairs.of(runs, "other", "base");
    }

    private static RatioEstimate estimate(RunPairs pairs) {
        return pairs.estimate(BankFigures.APP_CPU);
    }

    @Test
    void partsTellHowPreciseARunIs() {
        RatioInterval quiet = estimate(pairs(4, 4, 0.5, 0.001)).interval(0.95);
        RatioInterval noisy = estimate(pairs(4, 4, 0.5, 0.05)).interval(0.95);
        assertEquals(1.1, quiet.ratio(), 1e-9);
        assertEquals(1.1, noisy.ratio(), 1e-9);
        assertTrue(noisy.relativeHalfWidth() > 1.5 * quiet.relativeHalfWidth(), quiet + ", " + noisy);
    }

    @Test
    void whatIsNotKnownOfPartsIsLeftToBlocks() {
        assertInstanceOf(TwoLevelRatio.class, estimate(pairs(2, 4, 0.5, 0.01)));
        assertInstanceOf(OfBlocks.class, estimate(pairs(1, 4, 0.5, 0.01)), "one pair");
        assertInstanceOf(OfBlocks.class, pairs(4, 4, 0.5, 0.01).estimate(BankFigures.PAGES),
                "known of whole runs only");
    }

    @Test
    void aFigureThatARunLacksBoundsNothing() {
        for (RunPairs pairs : List.of(pairs(4, 0, 0.5, 0.01), pairs(4, 4, null, 0.01), pairs(0, 4, 0.5, 0.01))) {
            assertFalse(estimate(pairs).interval(0.95).isBounded());
            assertNull(estimate(pairs).detectable(0.95));
            assertEquals(1, estimate(pairs).pValue());
        }
    }
}

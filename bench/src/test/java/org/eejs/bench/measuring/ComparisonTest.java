package org.eejs.bench.measuring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.eejs.lab.statistics.CellRounds;
import org.eejs.result.Bench;
import org.eejs.result.BenchFigures;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.Spread;
import org.junit.jupiter.api.Test;

/** Tests of the judgement of requirements. */
class ComparisonTest {
    private static final Bench.Cell EEJS = cell("EEJS", 2);
    private static final Bench.Cell STOCK = cell("stock", 2);
    private static final Bench.Cell FOREIGN = cell("ACCP", 2);

    private final Map<Bench.Cell, CellRounds> measured = new LinkedHashMap<>();

    private static Bench.Cell cell(String provider, int threads) {
        return new Bench.Cell("numbers", "nextBytes", "DRBG", 32, Map.of(), "17", provider, true, threads);
    }

    @Test
    void theRatioIsTheMedianOfTheRounds() {
        rates(EEJS, 200, 100, 390);
        rates(STOCK, 100, 100, 200);
        assertEquals(1.95, only(Comparison.of("EEJS", "stock")).ratio());
        assertTrue(only(Comparison.of("EEJS", "stock").atLeast(1.95)).required().met());
        assertEquals(1.95, only(Comparison.of("EEJS", "stock").atLeast(1.95)).required().atLeast());
        assertTrue(only(Comparison.of("EEJS", "stock").atLeast(1.96)).wasMissed());
        assertNull(only(Comparison.of("EEJS", "stock")).required());
        assertNull(only(Comparison.of("EEJS", "stock").atLeast(Map.of("SHA1PRNG", 3.0))).required());
        assertTrue(only(Comparison.of("EEJS", "stock").atLeast(Map.of("DRBG", 3.0))).wasMissed());
    }

    @Test
    void theFastestBaselineCounts() {
        rates(EEJS, 100, 100);
        rates(STOCK, 50, 50);
        rates(FOREIGN, 90, 114);
        Result.Comparison ratio = only(Comparison.of("EEJS", "stock", "ACCP", "absent").atLeast(1));
        assertTrue(ratio.wasMissed());
        assertEquals(FOREIGN.facets(), ratio.baseline());
        assertEquals((100 / 114.0 + 100 / 90.0) / 2, ratio.ratio(), 1e-12);
    }

    @Test
    void aProviderIsItsOwnBaselineInOtherThreadsOnly() {
        rates(EEJS, 190, 190);
        rates(cell("EEJS", 1), 100, 100);
        Result.Comparison ratio = only(Comparison.of("EEJS", "EEJS").besideThreads(1).atLeast(1.9));
        assertEquals(EEJS.facets(), ratio.cell());
        assertEquals("1", ratio.baseline().get("threads"));
        assertTrue(ratio.required().met());
        assertEquals(1.9, ratio.ratio(), 1e-9);
    }

    @Test
    void lessProcessorTimeIsBetter() {
        rates(EEJS, 10, 11, 10);
        rates(STOCK, 5, 5.5, 5);
        List<Result.Comparison> both = Comparison.of("EEJS", "stock").atLeast(1).judge("numbers",
                List.copyOf(measured.values()));
        assertEquals(List.of("opsPerSecond", "cpuMicrosPerOp"), both.stream().map(Result.Comparison::figure).toList());
        assertEquals(0.5, both.get(1).ratio(), 1e-9);
        assertEquals("better", both.get(1).verdict());
        assertNull(both.get(1).required(), "rates are required");
    }

    @Test
    void equalFiguresHaveOneAmongTheRounds() {
        rates(EEJS, 98, 104, 110);
        rates(STOCK, 100, 100, 100);
        assertTrue(only(Comparison.of("EEJS", "stock").mustBeOne()).required().met());
        rates(EEJS, 101, 104, 110);
        assertTrue(only(Comparison.of("EEJS", "stock").mustBeOne()).wasMissed());
        assertNull(only(Comparison.of("EEJS", "stock").mustBeOne()).required().atLeast());
        Result.Comparison noted = only(Comparison.of("EEJS", "stock").noting(Map.of("DRBG", "it does more")));
        assertFalse(noted.wasMissed());
        assertEquals("it does more", noted.required().note());
    }

    @Test
    void aRoundThatWasBrokenOffDoesNotCount() {
        rates(EEJS, 100, 100, 500);
        rates(STOCK, 100, 100);
        assertEquals(1, only(Comparison.of("EEJS", "stock")).ratio());
        measured.remove(STOCK);
        assertEquals(List.of(), Comparison.of("EEJS", "stock").judge("numbers", List.copyOf(measured.values())));
    }

    @Test
    void figuresHaveThreeDigits() {
        assertEquals("0.00123", Spread.digits(0.001234));
        assertEquals("1.23", Spread.digits(1.234));
        assertEquals("123", Spread.digits(123.4));
        assertEquals("1,234", Spread.digits(1234.4));
        assertEquals("0.00", Spread.digits(0));
    }

    /** Returns the only comparison of rates; processor time has no requirement. */
    private Result.Comparison only(Comparison comparison) {
        List<Result.Comparison> ratios = comparison.judge("numbers", List.copyOf(measured.values())).stream()
                .filter(each -> each.figure().equals(BenchFigures.OPS.id())).toList();
        assertEquals(1, ratios.size(), ratios::toString);
        return ratios.get(0);
    }

    private void rates(Bench.Cell cell, double... rates) {
        measured.put(cell, new CellRounds(cell.facets(), IntStream.range(0, rates.length).mapToObj(i ->
                new Observation(cell.facets(), i + 1, List.of(), Map.of(BenchFigures.OPS.id(), rates[i],
                        BenchFigures.CPU.id(), 1e6 / rates[i]), null, null)).toList()));
    }
}

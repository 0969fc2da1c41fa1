package org.eejs.bench.measuring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eejs.result.Bench;
import org.eejs.result.Spread;
import org.junit.jupiter.api.Test;

/** That requirements are judged as they should be. */
class ComparisonTest {
    private static final Bench.Cell EEJS = cell("EEJS", 2);
    private static final Bench.Cell STOCK = cell("stock", 2);
    private static final Bench.Cell FOREIGN = cell("ACCP", 2);

    private final Map<Bench.Cell, List<Reading>> measured = new LinkedHashMap<>();

    private static Bench.Cell cell(String provider, int threads) {
        return new Bench.Cell("numbers", "nextBytes", "DRBG", 32, Map.of(), "17", provider, true, threads);
    }

    @Test
    void theRatioIsTheMedianOfTheRounds() {
        rates(EEJS, 200, 100, 390);
        rates(STOCK, 100, 100, 200);
        assertEquals(new Spread(1, 1.95, 2), only(Comparison.of("EEJS", "stock")).rates());
        assertTrue(only(Comparison.of("EEJS", "stock").atLeast(1.95)).met());
        assertEquals(1.95, only(Comparison.of("EEJS", "stock").atLeast(1.95)).atLeast());
        assertTrue(only(Comparison.of("EEJS", "stock").atLeast(1.96)).wasMissed());
        assertNull(only(Comparison.of("EEJS", "stock")).met());
        assertNull(only(Comparison.of("EEJS", "stock").atLeast(Map.of("SHA1PRNG", 3.0))).met());
        assertTrue(only(Comparison.of("EEJS", "stock").atLeast(Map.of("DRBG", 3.0))).wasMissed());
    }

    @Test
    void theFastestBaselineCounts() {
        rates(EEJS, 100, 100);
        rates(STOCK, 50, 50);
        rates(FOREIGN, 90, 114);
        Bench.Ratio ratio = only(Comparison.of("EEJS", "stock", "ACCP", "absent").atLeast(1));
        assertTrue(ratio.wasMissed());
        assertEquals(FOREIGN, ratio.baseline());
        assertEquals("0.994 (0.877 to 1.11)", ratio.rates().toString());
    }

    @Test
    void aProviderIsItsOwnBaselineInOtherThreadsOnly() {
        rates(EEJS, 190, 190);
        rates(cell("EEJS", 1), 100, 100);
        Bench.Ratio ratio = only(Comparison.of("EEJS", "EEJS").besideThreads(1).atLeast(1.9));
        assertEquals(EEJS, ratio.cell());
        assertEquals(1, ratio.baseline().threads());
        assertTrue(ratio.met());
        // Two threads do 190 a second, so that one of them takes 2/190 s.
        assertEquals(1e6 * (2 / 190.0 - 1 / 100.0), ratio.more().micros().median(), 1e-6);
    }

    @Test
    void lessProcessorTimeIsABetterRatioOfIt() {
        measured.put(EEJS, List.of(new Reading(List.of(10.0), 50, 5)));
        measured.put(STOCK, List.of(new Reading(List.of(10.0), 100, 30)));
        Bench.Ratio ratio = only(Comparison.of("EEJS", "stock"));
        assertEquals(2, ratio.cpu().median());
        assertEquals(-50, ratio.more().cpuMicros().median());
        assertEquals(-25, ratio.more().kernelMicros().median());
    }

    @Test
    void equalFiguresHaveOneAmongTheRounds() {
        rates(EEJS, 98, 104, 110);
        rates(STOCK, 100, 100, 100);
        assertTrue(only(Comparison.of("EEJS", "stock").mustBeOne()).met());
        rates(EEJS, 101, 104, 110);
        assertTrue(only(Comparison.of("EEJS", "stock").mustBeOne()).wasMissed());
        assertNull(only(Comparison.of("EEJS", "stock").mustBeOne()).atLeast());
        Bench.Ratio noted = only(Comparison.of("EEJS", "stock").noting(Map.of("DRBG", "it does more")));
        assertFalse(noted.wasMissed());
        assertEquals("it does more", noted.note());
    }

    @Test
    void aRoundThatWasBrokenOffDoesNotCount() {
        rates(EEJS, 100, 100, 500);
        rates(STOCK, 100, 100);
        assertEquals(new Spread(1, 1, 1), only(Comparison.of("EEJS", "stock")).rates());
        measured.put(STOCK, List.of());
        assertEquals(List.of(), Comparison.of("EEJS", "stock").judge("numbers", measured));
    }

    @Test
    void figuresHaveThreeDigits() {
        assertEquals("0.00123", Spread.digits(0.001234));
        assertEquals("1.23", Spread.digits(1.234));
        assertEquals("123", Spread.digits(123.4));
        assertEquals("1,234", Spread.digits(1234.4));
        assertEquals("0.00", Spread.digits(0));
    }

    private Bench.Ratio only(Comparison comparison) {
        List<Bench.Ratio> ratios = comparison.judge("numbers", measured);
        assertEquals(1, ratios.size(), ratios::toString);
        return ratios.get(0);
    }

    private void rates(Bench.Cell cell, double... rates) {
        measured.put(cell, Arrays.stream(rates).mapToObj(rate -> new Reading(List.of(rate), 1e6 / rate, 0)).toList());
    }
}

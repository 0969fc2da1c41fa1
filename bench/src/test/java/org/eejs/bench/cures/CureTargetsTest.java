package org.eejs.bench.cures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.eejs.bench.random.RandomBytes;
import org.eejs.bench.rounds.Comparison;
import org.eejs.bench.rounds.ForkReading;
import org.eejs.bench.rounds.Spread;
import org.eejs.bench.rounds.Variant;
import org.eejs.bench.rounds.VariantReadings;
import org.junit.jupiter.api.Test;

/** That readings are judged as they should be. */
class CureTargetsTest {
    private static final Variant EEJS = Variant.of(RandomBytes.class, "nextBytes", Map.of("provider", "EEJS"));
    private static final Variant STOCK = EEJS.with("provider", "NativePRNG");
    private static final Variant FOREIGN = EEJS.with("provider", "ACCP");

    private final VariantReadings measured = new VariantReadings();

    @Test
    void theRatioIsTheMedianOfTheRounds() {
        rates(EEJS, 200, 100, 390);
        rates(STOCK, 100, 100, 200);
        Comparison comparison = Comparison.required("EEJS", EEJS, STOCK, 1.95);
        assertEquals(new Spread(1, 1.95, 2), comparison.judge(measured).ratio());
        assertEquals("reached", comparison.judge(measured).verdict());
        assertEquals("MISSED", Comparison.required("EEJS", EEJS, STOCK, 1.96).judge(measured).verdict());
        assertEquals("", Comparison.shown("EEJS", EEJS, STOCK).judge(measured).verdict());
    }

    @Test
    void theFastestRivalCounts() {
        rates(EEJS, 100, 100);
        rates(STOCK, 50, 50);
        rates(FOREIGN, 90, 114);
        CureTargets cures = new CureTargets("numbers", List.of(new Comparison("EEJS", EEJS, List.of(STOCK, FOREIGN), 1)));
        assertEquals(1, cures.missed(measured));
        assertTrue(cures.table(measured).contains("| EEJS (ACCP) | 0.994 (0.877 to 1.11) | "), cures.table(measured));
    }

    @Test
    void lessProcessorTimeIsABetterRatioOfIt() {
        measured.add(EEJS, new ForkReading(10, 50, 0));
        measured.add(STOCK, new ForkReading(10, 100, 0));
        assertEquals(2, Comparison.shown("EEJS", EEJS, STOCK).judge(measured).byCpu().median());
    }

    @Test
    void figuresHaveThreeDigits() {
        assertEquals("0.00123", Spread.digits(0.001234));
        assertEquals("1.23", Spread.digits(1.234));
        assertEquals("123", Spread.digits(123.4));
        assertEquals("1,234", Spread.digits(1234.4));
        assertEquals("0.00", Spread.digits(0));
    }

    private void rates(Variant variant, double... rates) {
        for (double rate : rates) {
            measured.add(variant, new ForkReading(rate, 1e6 / rate, 0));
        }
    }
}

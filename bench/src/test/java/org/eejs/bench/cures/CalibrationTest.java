package org.eejs.bench.cures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.eejs.bench.crypto.DigestBytes;
import org.eejs.bench.rounds.Comparison;
import org.eejs.bench.rounds.ForkReading;
import org.eejs.bench.rounds.Variant;
import org.eejs.bench.rounds.VariantReadings;
import org.junit.jupiter.api.Test;

/** That agreement is judged as it should be. */
class CalibrationTest {
    private static final Variant OURS = Variant.of(DigestBytes.class, "digest", Map.of("bytes", "1024"));
    private static final Variant STYLE = Variant.of(OpenJdkStyle.class, "digest", Map.of("bytes", "1024"));
    private static final Comparison PAIR = Comparison.shown("SHA-256", OURS, STYLE);

    private final VariantReadings measured = new VariantReadings();

    @Test
    void ratiosThatHoldOneAgree() {
        rates(OURS, 98, 104, 110);
        rates(STYLE, 100, 100, 100);
        assertFalse(new Calibration(PAIR, null).isMissed(measured));
        assertTrue(new Calibration(PAIR, null).row(measured).endsWith("| yes |"));
    }

    @Test
    void ratiosBesideOneDoNot() {
        rates(OURS, 101, 104, 110);
        rates(STYLE, 100, 100, 100);
        assertTrue(new Calibration(PAIR, null).isMissed(measured));
        assertTrue(new Calibration(PAIR, null).row(measured).endsWith("| 4.00 % more: **NO** |"));
    }

    @Test
    void aKnownDifferenceIsNoMiss() {
        rates(OURS, 80);
        rates(STYLE, 100);
        Calibration agreement = new Calibration(PAIR, "it does more");
        assertFalse(agreement.isMissed(measured));
        assertTrue(agreement.row(measured).endsWith("| 20.0 % less: it does more |"), agreement.row(measured));
    }

    @Test
    void eachVariantIsMeasuredOnceARound() {
        List<Variant> all = Calibration.groups(Calibration.all()).stream().flatMap(List::stream).toList();
        assertEquals(all.size(), new HashSet<>(all).size());
        assertTrue(Calibration.all().stream().allMatch(each -> all.containsAll(each.pair().variants())));
    }

    private void rates(Variant variant, double... rates) {
        for (double rate : rates) {
            measured.add(variant, new ForkReading(rate, 1e6 / rate, 0));
        }
    }
}

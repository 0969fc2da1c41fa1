package org.eejs.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** That agreement is judged as it should be. */
class AgreementTest {
    private static final Variant OURS = Variant.of(DigestBytes.class, "digest", Map.of("bytes", "1024"));
    private static final Variant STYLE = Variant.of(OpenJdkStyle.class, "digest", Map.of("bytes", "1024"));
    private static final Comparison PAIR = Comparison.shown("SHA-256", OURS, STYLE);

    private final Measured measured = new Measured();

    @Test
    void ratiosThatHoldOneAgree() {
        rates(OURS, 98, 104, 110);
        rates(STYLE, 100, 100, 100);
        assertFalse(new Agreement(PAIR, null).isMissed(measured));
        assertTrue(new Agreement(PAIR, null).row(measured).endsWith("| yes |"));
    }

    @Test
    void ratiosBesideOneDoNot() {
        rates(OURS, 101, 104, 110);
        rates(STYLE, 100, 100, 100);
        assertTrue(new Agreement(PAIR, null).isMissed(measured));
        assertTrue(new Agreement(PAIR, null).row(measured).endsWith("| 4.00 % more: **NO** |"));
    }

    @Test
    void aKnownDifferenceIsNoMiss() {
        rates(OURS, 80);
        rates(STYLE, 100);
        Agreement agreement = new Agreement(PAIR, "it does more");
        assertFalse(agreement.isMissed(measured));
        assertTrue(agreement.row(measured).endsWith("| 20.0 % less: it does more |"), agreement.row(measured));
    }

    @Test
    void eachVariantIsMeasuredOnceARound() {
        List<Variant> all = Agreement.groups(Agreement.all()).stream().flatMap(List::stream).toList();
        assertEquals(all.size(), new HashSet<>(all).size());
        assertTrue(Agreement.all().stream().allMatch(each -> all.containsAll(each.pair().variants())));
    }

    private void rates(Variant variant, double... rates) {
        for (double rate : rates) {
            measured.add(variant, new Reading(rate, 1e6 / rate, 0));
        }
    }
}

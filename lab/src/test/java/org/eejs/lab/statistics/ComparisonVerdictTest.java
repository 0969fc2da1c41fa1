package org.eejs.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonVerdictTest {
    @ParameterizedTest
    @CsvSource({
        "0.90, 0.99, true, better",
        "0.90, 0.99, false, worse",
        "1.01, 1.10, true, worse",
        "1.01, 1.02, false, better",
        "0.98, 1.02, true, noDifference",
        "0.97, 1.03, false, noDifference",
        "1, 1, true, noDifference",
        "1, 1.02, true, noDifference",
        "0.96, 1.02, true, inconclusive",
        "0.99, 1.04, false, inconclusive",
        "0, Infinity, true, inconclusive"})
    void judges(double low, double high, boolean lowerIsBetter, String id) {
        assertEquals(id, ComparisonVerdict.of(new RatioInterval(1, low, high), lowerIsBetter, 0.03).id());
    }
}

package org.eejs.report.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormatTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"0 | 0", "0.012345 | 0.0123", "0.9996 | 1.00", "1.005 | 1.01", "9.996 | 10.0",
        "12.34 | 12.3", "99.96 | 100", "123.4 | 123", "1234.5 | 1,235", "1234567 | 1,234,567", "NaN | –"})
    void figuresHaveThreeSignificantDigits(double value, String expected) {
        assertEquals(expected, Format.figure(value));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"1 | 100%", "0.99999 | 99.99%", "0.94999 | 94.99%", "0.997 | 99.7%",
        "0 | 0%", "0.1 | 10%"})
    void aThresholdIsNeverReachedByRounding(double fraction, String expected) {
        assertEquals(expected, spaced(Format.reached(fraction)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"110 | 100 | +10%", "95 | 100 | −5.0%", "100 | 100 | ±0%",
        "250 | 100 | ×2.50", "1 | 0 | ''"})
    void changesAreInPerCentOrAFactor(double value, double baseline, String expected) {
        assertEquals(expected, spaced(Format.change(value, baseline)));
    }

    @Test
    void averagesOfCountsAreWholeWhenTheyAre() {
        assertEquals("20", Format.average(20));
        assertEquals("7", Format.average(7));
        assertEquals("100", Format.average(100));
        assertEquals("19.8", Format.average(19.83));
    }

    @Test
    void timesOfASecondOrMoreAreInSeconds() {
        assertEquals("999 ms", spaced(Format.time(999)));
        assertEquals("1.23 s", spaced(Format.time(1_234)));
    }

    @Test
    void plainNumbersHaveNeitherExponentsNorSeparators() {
        assertEquals("0.0001", Format.plain(1e-4));
        assertEquals("12000000", Format.plain(1.2e7));
        assertEquals("", Format.plain(Double.NaN));
    }

    private static String spaced(String text) {
        return text.replace('\u00a0', ' ');
    }

    @Test
    void tinyFractionsHaveABound() {
        assertEquals("<\u00a00.01%", Format.percent(5.56e-7));
        assertEquals("0.0123%", Format.percent(1.23e-4));
        assertEquals("0%", Format.percent(0));
    }
}

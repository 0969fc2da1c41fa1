package org.eejs.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeanIntervalTest {
    /** The additional sleep of ten patients with the other drug (Student 1908), in hours. */
    private static final List<Double> STUDENTS_SLEEP = List.of(1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4);

    /** Quantiles as printed in every table of the t distribution, e.g. NIST/SEMATECH e-Handbook 1.3.6.7.2. */
    @ParameterizedTest
    @CsvSource({"1, 0.95, 12.706", "2, 0.95, 4.303", "4, 0.95, 2.776", "7, 0.95, 2.365", "19, 0.95, 2.093",
        "4, 0.9, 2.132", "9, 0.99, 3.250", "100, 0.95, 1.984"})
    void quantilesAreThoseOfPrintedTables(int degrees, double confidence, double t) {
        assertEquals(t, MeanInterval.quantile(degrees, confidence), 0.0005);
    }

    /** The output of t.test(extra ~ group, data = sleep, paired = TRUE) in R. */
    @Test
    void agreesWithR() {
        MeanInterval interval = MeanInterval.of(STUDENTS_SLEEP);
        assertEquals(1.58, interval.mean(), 1e-12);
        assertEquals(0.7001142, interval.bounds().get(0), 1e-7);
        assertEquals(2.4598858, interval.bounds().get(1), 1e-7);
    }

    @Test
    void oneValueBoundsNothing() {
        MeanInterval interval = MeanInterval.of(List.of(5.0));
        assertEquals(5, interval.mean());
        assertNull(interval.bounds());
        assertThrows(IllegalArgumentException.class, () -> MeanInterval.of(List.of()));
    }

    @Test
    void quantitiesAreNeverBelowZero() {
        assertEquals(0, MeanInterval.of(List.of(1.0, 9.0)).bounds().get(0));
        assertEquals(List.of(3.0, 3.0), MeanInterval.of(List.of(3.0, 3.0, 3.0)).bounds());
    }
}

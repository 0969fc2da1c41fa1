package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ShownOutputTest {
    private static final ShownOutput SHOWN = new ShownOutput("""
            starting ...
            …

            A page took 7.29 ms on average, and 99 % at most
            27.1 ms.
              Bank    4.1
            …
            Report: results/20261125-021236-run/report.html
            """);
    private static final String OUTPUT = """
            starting ...
            warm-up  3 s
            warm-up  8 s

            A page took 1,207 µs on average, and 99 % at most 1.2
            s.
              Bank   12.5
            Report: results/20270101-000000-run/report.html
            """;

    @Test
    void figuresTimesAndLineEndsMayDiffer() {
        assertTrue(SHOWN.fits(OUTPUT));
        assertTrue(SHOWN.fits(OUTPUT.replaceAll("warm-up.*\n", "")), "any lines may be none");
    }

    @Test
    void wordsMayNot() {
        assertFalse(SHOWN.fits(OUTPUT.replace("average", "the average")));
        assertFalse(SHOWN.fits(OUTPUT.replace("starting ...\n", "")));
        assertFalse(SHOWN.fits(OUTPUT.replace("at most 1.2\ns.", "at most –.")));
        assertFalse(SHOWN.fits(OUTPUT.replace("-run/", "-runs/")));
        assertFalse(SHOWN.fits(OUTPUT + "eejs: and something went wrong\n"));
        assertFalse(SHOWN.fits("warning: before it\n" + OUTPUT));
        assertFalse(new ShownOutput("").fits(OUTPUT));
    }

    @Test
    void whatFitsIsShownWithItsFigures() {
        assertEquals("""
                starting ...
                …

                A page took 1,207 µs on average, and 99 % at most 1.2
                s.
                  Bank   12.5
                …
                Report: results/20270101-000000-run/report.html
                """, SHOWN.renewed(OUTPUT));
        assertEquals("other\n", SHOWN.renewed("other\n"));
    }
}

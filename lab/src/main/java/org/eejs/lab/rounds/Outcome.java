package org.eejs.lab.rounds;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.eejs.result.Result;

/**
 * What came of a measurement.
 *
 * @param result what was measured
 * @param failure why it did not come to its end, in one line; null when it did
 */
public record Outcome(Result result, String failure) {
    /** Returns the time as results give it for the start of a measurement. */
    public static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}

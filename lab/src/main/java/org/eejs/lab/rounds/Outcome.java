package org.eejs.lab.rounds;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.eejs.result.Result;

/**
 * The outcome of a measurement.
 *
 * @param result what was measured
 * @param failure why it did not complete, in one line; null when it did
 */
public record Outcome(Result result, String failure) {
    /** Returns the current time in the format of a measurement's start in results. */
    public static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}

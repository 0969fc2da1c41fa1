package org.eejs.lab.rounds;

import org.eejs.result.Result;

/**
 * What came of a measurement.
 *
 * @param result what was measured
 * @param failure why it did not come to its end, in one line; null when it did
 */
public record Outcome(Result result, String failure) {}

package org.eejs.banking.service;

/**
 * Limits of what a driver accepts from a service. Immutable.
 *
 * @param bodyBytes the most bytes of one answer, as they came, headers included; a longer one fails its step
 * @param textBytes the most bytes of a body that checks and values look at, also after it was decompressed
 */
public record AnswerLimits(long bodyBytes, int textBytes) {
    /** Limits unless a service's file sets others. */
    public static final AnswerLimits USUAL = new AnswerLimits(256L << 20, 4 << 20);
}

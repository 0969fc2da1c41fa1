package org.eejs.banking;

import java.time.Duration;

/**
 * The quality of service that a bank must keep: the limits of good and tolerable response times, and the fractions of
 * pages that must keep them.
 *
 * @param timeGood a page within this time is good
 * @param timeTolerable a page within this time is tolerable; one that is slower, or wrong, has failed
 * @param goodFraction the least fraction of good pages, 0 to 1
 * @param tolerableFraction the least fraction of tolerable pages, 0 to 1
 */
public record Qos(Duration timeGood, Duration timeTolerable, double goodFraction, double tolerableFraction) {
    /** The published thresholds: 2 s for 95% of pages, 4 s for 99%. */
    public static final Qos PUBLISHED = new Qos(Duration.ofSeconds(2), Duration.ofSeconds(4), 0.95, 0.99);

    /** Returns whether these fractions of pages keep the quality of service. */
    public boolean isMet(double good, double tolerable) {
        return good >= goodFraction && tolerable >= tolerableFraction;
    }
}

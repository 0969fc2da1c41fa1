package org.eejs.driver;

import java.time.Duration;
import org.eejs.banking.Phases;
import org.eejs.banking.ThinkTime;

/**
 * What load the driver makes.
 *
 * @param host the bank's host, which its certificate must name
 * @param port the bank's port
 * @param sessions simultaneous sessions (closed model), or 0
 * @param arrivalRate sessions that begin per second (open model), or 0
 * @param thinkTime how long users think
 * @param phases how the load rises and falls
 * @param pageTimeout after what time a page is given up
 * @param seed what every random choice follows from
 * @param threads event loops
 */
record DriverSettings(String host, int port, int sessions, double arrivalRate, ThinkTime thinkTime, Phases phases,
        Duration pageTimeout, long seed, int threads) {
    /** Published: the number of the bank's customers for each simultaneous session. */
    private static final int CUSTOMERS_PER_SESSION = 50;
    /** About how long a session of the open model lasts: four think times and a little. */
    private static final double SESSION_SECONDS = 30;

    boolean isOpenModel() {
        return arrivalRate > 0;
    }

    /** How many sessions there are at once, in the open model about. */
    int expectedSessions() {
        return isOpenModel() ? (int) Math.ceil(arrivalRate * SESSION_SECONDS) : sessions;
    }

    /** Users are drawn from the customers 1 to this number. */
    int customers() {
        return Math.min(CUSTOMERS_PER_SESSION * expectedSessions(), 99_999_999);
    }
}

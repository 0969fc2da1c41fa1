package org.eejs.driver;

import static org.eejs.banking.settings.BankingSettings.ARRIVAL_RATE;
import static org.eejs.banking.settings.BankingSettings.DRIVER_THREADS;
import static org.eejs.banking.settings.BankingSettings.SESSIONS;

import org.eejs.banking.Phases;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.banking.settings.Setting;
import org.eejs.banking.settings.SettingValues;

/**
 * What load the driver makes.
 *
 * @param values of the driver's settings
 * @param share which part of the load that they describe it makes
 */
record DriverSettings(SettingValues values, LoadShare share) {
    /** Published: the number of the bank's customers for each simultaneous session. */
    private static final int CUSTOMERS_PER_SESSION = 50;
    /** About how long a session of the open model lasts: four think times and a little. */
    private static final double SESSION_SECONDS = 30;

    /** So many users of each event loop are remembered as gone; the one who has been away longest comes back. */
    static final int REMEMBERED = 100;
    /** More connections of a session than that are rare. */
    private static final int CONNECTIONS_PER_SESSION = 50;

    /** Returns the value of a setting. */
    <T> T get(Setting<T> setting) {
        return values.get(setting);
    }

    Phases phases() {
        return BankingSettings.phases(values);
    }

    boolean isOpenModel() {
        return values.find(ARRIVAL_RATE).isPresent();
    }

    /** Returns how many sessions there are at once, in the open model about. */
    int expectedSessions() {
        return isOpenModel() ? (int) Math.ceil(get(ARRIVAL_RATE) * SESSION_SECONDS) : get(SESSIONS);
    }

    /** Returns how many TLS sessions are kept for resumption: longer than anybody who may come back stays away. */
    int cachedTlsSessions() {
        int usual = Math.max(1_000, 2 * expectedSessions());
        return BankingSettings.controlResumption(values)
                ? usual + CONNECTIONS_PER_SESSION * REMEMBERED * get(DRIVER_THREADS) : usual;
    }

    /** Users are drawn from the customers 1 to this number. */
    int customers() {
        return Math.min(CUSTOMERS_PER_SESSION * expectedSessions(), 99_999_999);
    }
}

package org.eejs.driver;

import static org.eejs.banking.settings.BankingSettings.ARRIVAL_RATE;
import static org.eejs.banking.settings.BankingSettings.DRIVER_THREADS;
import static org.eejs.banking.settings.BankingSettings.SESSIONS;

import org.eejs.banking.Phases;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.banking.settings.Setting;
import org.eejs.banking.settings.SettingValues;

/**
 * The settings of the driver's load.
 *
 * @param values of the driver's settings
 * @param share this driver's part of the load that they describe
 */
record DriverSettings(SettingValues values, LoadShare share) {
    /** Published: the number of the bank's customers for each simultaneous session. */
    private static final int CUSTOMERS_PER_SESSION = 50;
    /** The approximate duration of a session of the open model: four think times and a little. */
    private static final double SESSION_SECONDS = 30;

    /** The number of gone users that each event loop remembers; the one that has been away longest comes back. */
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

    /** Returns the number of simultaneous sessions, approximately in the open model. */
    int expectedSessions() {
        return isOpenModel() ? (int) Math.ceil(get(ARRIVAL_RATE) * SESSION_SECONDS) : get(SESSIONS);
    }

    /** Returns the number of TLS sessions to keep for resumption: enough for every user that may come back. */
    int cachedTlsSessions() {
        int usual = Math.max(1_000, 2 * expectedSessions());
        return BankingSettings.controlResumption(values)
                ? usual + CONNECTIONS_PER_SESSION * REMEMBERED * get(DRIVER_THREADS) : usual;
    }

    /** Returns the highest customer number; users are the customers 1 to this number. */
    int customers() {
        return Math.min(CUSTOMERS_PER_SESSION * expectedSessions(), 99_999_999);
    }
}

package org.eejs.bank.containers;

import static org.eejs.banking.settings.BankingSettings.BANK_PORT;

import java.io.IOException;
import org.eejs.bank.settings.BankSettings;
import org.eejs.role.RoleMain;

/** A servlet container with the bank in it. One thread starts and stops it. */
public interface Container {
    /** The number of connections that the system keeps until they are accepted. */
    int ACCEPT_COUNT = 4_096;
    /**
     * The time for which a connection is kept without a request, in milliseconds: longer than users pause while the
     * banks of a comparison take turns.
     */
    int KEEP_ALIVE_MILLIS = 3_600_000;

    /**
     * Starts serving.
     *
     * @return the port on which it listens
     * @throws IOException with one clear line if it is unable to
     */
    int start() throws IOException;

    /** Stops serving; does nothing if it has not been started or has been stopped. */
    void stop();

    static IOException cannotListen(BankSettings settings, Exception e) {
        return RoleMain.cannotListen(settings.host(), settings.get(BANK_PORT), e);
    }
}

package org.eejs.bank;

import java.io.IOException;

/** A servlet container with the bank in it. One thread starts and stops it. */
interface Container {
    /**
     * Starts serving.
     *
     * @return the port on which it listens
     * @throws IOException with one clear line when it cannot
     */
    int start() throws IOException;

    /** Stops serving; does nothing when it has not been started or has been stopped. */
    void stop();
}

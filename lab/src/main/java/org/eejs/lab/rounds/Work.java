package org.eejs.lab.rounds;

import java.io.IOException;
import java.security.GeneralSecurityException;
import org.eejs.lab.processes.RunFailedException;

/** A part of a measurement. */
@FunctionalInterface
public interface Work {
    /**
     * Carries it out.
     *
     * @throws RunFailedException when the measurement cannot continue
     */
    void carryOut() throws IOException, GeneralSecurityException, RunFailedException, InterruptedException;
}

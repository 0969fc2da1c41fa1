package org.eejs.lab.banking;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/** The back end's counters since its start, as far as results use them. */
@JsonIgnoreProperties(ignoreUnknown = true)
record BesimCounters(long calls, long fullHandshakes, long resumedHandshakes, long failedHandshakes, String protocol,
        String cipherSuite, String tlsEngine) {
    /** A back end that has done nothing. */
    static final BesimCounters ZERO = new BesimCounters(0, 0, 0, 0, null, null, null);
}

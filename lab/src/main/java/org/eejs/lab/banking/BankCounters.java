package org.eejs.lab.banking;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;

/**
 * The bank's counters since its start, as far as results use them. Handshakes are those that it completed as a server,
 * back-end handshakes those that it completed as a client.
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record BankCounters(long backEndCalls, long fullHandshakes, long resumedHandshakes, long failedHandshakes,
        long backEndFullHandshakes, long backEndResumedHandshakes, String protocol, String cipherSuite,
        String backEndProtocol, String backEndCipherSuite, long gcMillis, long allocatedBytes, String tlsEngine,
        List<String> providers, List<ServiceUse> services, String serviceCounting, String random) {
    /** A bank that has done nothing. */
    static final BankCounters ZERO =
            new BankCounters(0, 0, 0, 0, 0, 0, null, null, null, null, 0, 0, null, List.of(), List.of(),
                    null, null);

    /** How often a provider gave an implementation of a service. */
    record ServiceUse(String type, String algorithm, String provider, long count) {}
}

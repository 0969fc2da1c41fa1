package org.eejs.banking;

import java.util.List;

/**
 * The counters of the bank since its start; its part of the line protocol with the lab. Handshakes are counted when
 * they finish. A connection on which the client never sent a byte is not a handshake.
 *
 * @param pages the pages of the workload that were served well, check images included
 * @param staticImages the static images that were served in full
 * @param notModified the requests for static images that were answered 304
 * @param backEndCalls the calls to the back end, those that failed and the reset included
 * @param fullHandshakes full TLS handshakes with browsers
 * @param resumedHandshakes TLS handshakes with browsers that resumed a session
 * @param failedHandshakes TLS handshakes with browsers that were begun and not finished
 * @param userBytes application bytes on connections with browsers, in both directions, without TLS overhead; 0 if not
 *     counted
 * @param backEndFullHandshakes full TLS handshakes with the back end
 * @param backEndResumedHandshakes TLS handshakes with the back end that resumed a session
 * @param protocol the protocol version negotiated with browsers by its JSSE name; several, separated by commas, if
 *     there were several; null if none
 * @param cipherSuite the same for the cipher suite
 * @param namedGroup the same for the group of the key exchange, as the bank sent it on the wire; null if there was none
 * @param backEndProtocol the protocol version negotiated with the back end, in the same form
 * @param backEndCipherSuite the same for the cipher suite
 * @param gcCount the garbage collections
 * @param gcMillis the time that they took, in milliseconds
 * @param allocatedBytes the bytes allocated on the heap since the start
 * @param heapUsedBytes the bytes of the heap in use now, garbage included
 * @param tlsEngine the TLS implementation for browsers, with its version, for example {@code SunJSSE 17}
 * @param providers the security providers of the process in their order, with their versions
 * @param algorithms the provider that served each algorithm since the bank serves, by type, algorithm, provider; empty
 *     if not counted
 * @param countedAt the place in the JDK where they were counted; null if they were not
 * @param random the provider of the process's SecureRandom
 */
public record BankStats(long pages, long staticImages, long notModified, long backEndCalls, long fullHandshakes,
        long resumedHandshakes, long failedHandshakes, long userBytes, long backEndFullHandshakes,
        long backEndResumedHandshakes, String protocol, String cipherSuite, String namedGroup,
        String backEndProtocol, String backEndCipherSuite, long gcCount, long gcMillis, long allocatedBytes,
        long heapUsedBytes, String tlsEngine, List<String> providers, List<AlgorithmUse> algorithms, String countedAt,
        String random) {
    /** A bank that has done nothing. */
    public static final BankStats ZERO = new BankStats(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, null, null, null, null, null, 0,
            0, 0, 0, null, List.of(), List.of(), null, null);
}

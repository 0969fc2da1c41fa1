package org.eejs.banking;

/**
 * The counters of the back-end simulator since its start; its part of the line protocol with the lab.
 *
 * @param calls the calls that it has answered, well or not, the reset included
 * @param fullHandshakes the full TLS handshakes that it has finished
 * @param resumedHandshakes the TLS handshakes that it has finished by resuming a session
 * @param failedHandshakes the TLS handshakes that were begun and not finished; a connection on which the client never
 *     sent a byte does not count
 * @param protocol the protocol version last negotiated, by its JSSE name; null if none was
 * @param cipherSuite the cipher suite last negotiated, by its JSSE name; null if none was
 * @param namedGroup the groups of the key exchange, separated by commas; null if none was, or TLS does not report it
 * @param tlsEngine the TLS implementation, with its version, for example {@code BoringSSL}; null without TLS
 */
public record BesimStats(long calls, long fullHandshakes, long resumedHandshakes, long failedHandshakes,
        String protocol, String cipherSuite, String namedGroup, String tlsEngine) {
    /** A back end that has done nothing. */
    public static final BesimStats ZERO = new BesimStats(0, 0, 0, 0, null, null, null, null);
}

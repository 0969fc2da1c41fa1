package org.eejs.bench;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That a handshake which is not what it should be is found. */
class SslHandshakeTest {
    private static final int PORT = 443;

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void aResumedHandshakeDoesNotPassForAFullOne(String protocol) throws Exception {
        SslHandshake benchmark = prepared(protocol);
        benchmark.shakeHands(PORT, false);
        Exception found = assertThrows(IllegalStateException.class, () -> benchmark.shakeHands(PORT, false));
        assertTrue(found.getMessage().contains("session was resumed"), found.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void aFullHandshakeDoesNotPassForAResumedOne(String protocol) throws Exception {
        SslHandshake benchmark = prepared(protocol);
        benchmark.shakeHands(PORT, false);
        Exception found = assertThrows(IllegalStateException.class, () -> benchmark.shakeHands(PORT + 1, true));
        assertTrue(found.getMessage().contains("session was new"), found.getMessage());
    }

    private static SslHandshake prepared(String protocol) throws Exception {
        SslHandshake benchmark = new SslHandshake();
        benchmark.keyManager = "SunX509";
        benchmark.protocol = protocol;
        benchmark.prepare(SslPeers.create(KeyKind.EC, 10_000), KeyExchangeGroup.DEFAULT);
        return benchmark;
    }
}

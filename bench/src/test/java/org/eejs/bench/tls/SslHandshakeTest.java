package org.eejs.bench.tls;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a wrong handshake is detected. */
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

    @ParameterizedTest
    @CsvSource({"TLSv1.3, X25519", "TLSv1.3, P256", "TLSv1.2, X25519", "TLSv1.2, P256"})
    void keysAreExchangedInTheGroupThatWasAskedFor(String protocol, KeyExchangeGroup group) throws Exception {
        SslHandshake benchmark = benchmark(protocol);
        HelloParser hellos = benchmark.prepare(SslPeers.create(KeyKind.RSA, 1), group);
        assertTrue(group.isAgreedIn(hellos), "agreed on " + hellos.agreed());
        assertFalse(KeyExchangeGroup.X25519MLKEM768.isAgreedIn(hellos));
        benchmark.handshake();
    }

    @Test
    void moreGroupsThanOneDoNotPassForOne() throws Exception {
        HelloParser hellos = benchmark("TLSv1.3").prepare(SslPeers.create(KeyKind.EC, 1), KeyExchangeGroup.DEFAULT);
        assertTrue(KeyExchangeGroup.DEFAULT.isAloneIn(hellos));
        assertTrue(hellos.offered().size() > 1, hellos.offered()::toString);
        assertTrue(KeyExchangeGroup.X25519.isAgreedIn(hellos));
        assertFalse(KeyExchangeGroup.X25519.isAloneIn(hellos));
    }

    private static SslHandshake prepared(String protocol) throws Exception {
        SslHandshake benchmark = benchmark(protocol);
        benchmark.prepare(SslPeers.create(KeyKind.EC, 10_000), KeyExchangeGroup.DEFAULT);
        return benchmark;
    }

    private static SslHandshake benchmark(String protocol) {
        SslHandshake benchmark = new SslHandshake();
        benchmark.keyManager = "SunX509";
        benchmark.protocol = protocol;
        return benchmark;
    }
}

package org.eejs.jsse;

import static org.eejs.jsse.SelectionStores.INTERMEDIATE;
import static org.eejs.jsse.SelectionStores.ROOT;
import static org.eejs.jsse.SelectionStores.RSA_ROOT;
import static org.eejs.jsse.SelectionStores.UNKNOWN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Handshakes with our key manager show the certificates that those with the JDK's show. */
@Tag("costly")
class KeySelectionInHandshakesTest {
    @TestFactory
    Stream<DynamicTest> chooseInHandshakes() {
        return Stream.of("a key of each type", "only ec", "only rsa", "only pss", "only ed25519", "names",
                "signed by the other algorithm", "several stores", "weak keys before a strong one", "only weak keys",
                "purposes", "only another purpose", "all expired", "no keys").map(name -> {
            List<KeyStore> of = SelectionStores.named(name);
            return DynamicTest.dynamicTest(name, () -> {
                KeyManagerPair pair = KeyManagerPair.of(of);
                SSLContext client = Handshake.context(null);
                SSLContext jdk = Handshake.context(pair.jdk());
                SSLContext ours = Handshake.context(pair.ours());
                for (HandshakeWay way : HandshakeWay.ways()) {
                    String expected = way.served(client, jdk);
                    assertEquals(expected, way.served(client, ours), way.name());
                    assertEquals(expected, way.served(client, ours), way.name() + ", again");
                }
            });
        });
    }

    @Test
    void chooseForSockets() throws Exception {
        KeyManagerPair pair = KeyManagerPair.of(SelectionStores.named("names"));
        for (String host : List.of("exact.example", "a.wild.example", "nobody.example")) {
            for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
                Consumer<SSLParameters> way = parameters -> {
                    parameters.setProtocols(new String[] {protocol});
                    parameters.setServerNames(List.of(new SNIHostName(host)));
                };
                List<Long> expected =
                        Handshake.ofSockets(Handshake.context(pair.jdk()), Handshake.context(pair.jdk()), way);
                assertTrue(expected.stream().allMatch(serial -> serial > 0), () -> "of both sides: " + expected);
                assertEquals(expected,
                        Handshake.ofSockets(Handshake.context(pair.ours()), Handshake.context(pair.ours()), way), host);
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> chooseForClients() {
        SSLContext[] servers = Stream.of(List.<X509Certificate>of(), List.of(ROOT.certificate()),
                        List.of(INTERMEDIATE.certificate()), List.of(UNKNOWN.certificate()),
                        List.of(UNKNOWN.certificate(), RSA_ROOT.certificate()))
                .map(accepted -> Handshake.context(KeyManagerPair.of(SelectionStores.named("only ec")).jdk(),
                        accepted.toArray(X509Certificate[]::new)))
                .toArray(SSLContext[]::new);
        return Stream.of("a key of each type", "chains of one, two and three", "signed by the other algorithm",
                "several stores", "purposes", "expired before the wrong purpose").map(name -> {
            List<KeyStore> of = SelectionStores.named(name);
            return DynamicTest.dynamicTest(name, () -> {
                KeyManagerPair pair = KeyManagerPair.of(of);
                SSLContext jdk = Handshake.context(pair.jdk());
                SSLContext ours = Handshake.context(pair.ours());
                for (SSLContext server : servers) {
                    for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
                        HandshakeWay way = new HandshakeWay(protocol, to -> to.setProtocols(new String[] {protocol}),
                                to -> to.setWantClientAuth(true));
                        String expected = way.shown(jdk, server);
                        assertEquals(expected, way.shown(ours, server));
                        assertEquals(expected, way.shown(ours, server), "again");
                    }
                }
            });
        });
    }
}

package org.eejs.jsse.context;

import static org.eejs.jsse.TrustFixtures.EEJS;
import static org.eejs.jsse.TrustFixtures.PASSWORD;
import static org.eejs.jsse.TrustFixtures.authority;
import static org.eejs.jsse.TrustFixtures.holding;
import static org.eejs.jsse.TrustFixtures.issued;
import static org.eejs.jsse.TrustFixtures.shared;
import static org.eejs.jsse.TrustFixtures.trusting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.security.AlgorithmConstraints;
import java.security.AlgorithmParameters;
import java.security.CryptoPrimitive;
import java.security.Key;
import java.security.interfaces.RSAKey;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManagerFactory;
import org.eejs.jsse.EejsProvider;
import org.eejs.jsse.TlsCaller;
import org.eejs.jsse.runtime.Settings;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The demands of a caller on its peer also hold for a session that another caller began. The tests use a server at
 * localhost whose certificate is only for a.example, with an RSA key of 2,048 bits.
 */
class SessionPolicyTest {
    private static Identity ca;
    private static EchoServer server;

    @BeforeAll
    static void serve() throws Exception {
        ca = authority("ca of a.example");
        server = new EchoServer(CertificateBuilder.of("CN=server").key("RSA", 2048).hosts("a.example").issuedBy(ca));
    }

    @AfterAll
    static void end() throws Exception {
        server.close();
    }

    @BeforeEach
    void share() {
        System.setProperty(Settings.SSL_CONTEXT, "share");
    }

    @AfterEach
    void clean() {
        System.clearProperty(Settings.SSL_CONTEXT);
    }

    static Stream<Arguments> ways() {
        return Stream.of("TLSv1.2", "TLSv1.3").flatMap(protocol -> Arrays.stream(TlsCaller.values())
                .map(caller -> Arguments.of(protocol, caller)));
    }

    /**
     * Returns the context of a program that makes one for every call; each test trusts another authority in addition to
     * its own.
     */
    private static SSLContext context(KeyManager[] keys, byte[] trust) throws Exception {
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX", EEJS);
        factory.init(shared("JKS", trust, PASSWORD));
        SSLContext context = SSLContext.getInstance("TLS", EEJS);
        context.init(keys, factory.getTrustManagers(), null);
        return context;
    }

    private static Consumer<SSLParameters> naming(String protocol, String server) {
        return parameters -> {
            parameters.setProtocols(new String[] {protocol});
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            parameters.setServerNames(List.<SNIServerName>of(new SNIHostName(server)));
        };
    }

    private static SSLSession call(TlsCaller caller, SSLContext context, Consumer<SSLParameters> policy)
            throws IOException {
        return caller.call(context, server.port(), policy);
    }

    private static void awaitAnotherMillisecond(SSLSession session) {
        // Creation times are in milliseconds: a new session must have another one.
        while (System.currentTimeMillis() <= session.getCreationTime()) {
            Thread.onSpinWait();
        }
    }

    /** Returns whether a caller resumes a session that a first one began, each with its own context. */
    private static boolean resumes(TlsCaller caller, Consumer<SSLParameters> first, Consumer<SSLParameters> second)
            throws Exception {
        byte[] trust = trusting("JKS", ca, authority("beside"));
        SSLSession began = call(caller, context(null, trust), first);
        awaitAnotherMillisecond(began);
        return call(caller, context(null, trust), second).getCreationTime() == began.getCreationTime();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void resumesUnderAnEqualPolicy(String protocol, TlsCaller caller) throws Exception {
        assertTrue(resumes(caller, naming(protocol, "a.example"), naming(protocol, "a.example")));
        AlgorithmConstraints constraints = new RsaOf(2048);
        Consumer<SSLParameters> constrained = naming(protocol, "a.example")
                .andThen(parameters -> parameters.setAlgorithmConstraints(constraints));
        assertTrue(resumes(caller, constrained, constrained));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void refusesAServerOfAnotherName(String protocol, TlsCaller caller) throws Exception {
        for (String mode : List.of("own", "share")) {
            System.setProperty(Settings.SSL_CONTEXT, mode);
            assertThrows(SSLException.class,
                    () -> resumes(caller, naming(protocol, "a.example"), naming(protocol, "b.example")), mode);
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void refusesAKeyThatItsConstraintsRefuse(String protocol, TlsCaller caller) throws Exception {
        for (String mode : List.of("own", "share")) {
            System.setProperty(Settings.SSL_CONTEXT, mode);
            assertThrows(SSLException.class, () -> resumes(caller, naming(protocol, "a.example"),
                    naming(protocol, "a.example")
                            .andThen(parameters -> parameters.setAlgorithmConstraints(new RsaOf(3072)))), mode);
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void keepsOtherPoliciesApart(String protocol, TlsCaller caller) throws Exception {
        // Without identification, which JSSE itself compares.
        Consumer<SSLParameters> usual = naming(protocol, "a.example")
                .andThen(parameters -> parameters.setEndpointIdentificationAlgorithm(null));
        for (Consumer<SSLParameters> change : List.<Consumer<SSLParameters>>of(
                parameters -> parameters.setProtocols(new String[] {"TLSv1.2", "TLSv1.3"}),
                parameters -> parameters.setCipherSuites(
                        Arrays.copyOf(parameters.getCipherSuites(), parameters.getCipherSuites().length - 1)),
                parameters -> parameters.setServerNames(List.of()),
                parameters -> parameters.setServerNames(List.of(new SNIHostName("b.example"))),
                parameters -> parameters.setEndpointIdentificationAlgorithm("HTTPS"),
                parameters -> parameters.setAlgorithmConstraints(new RsaOf(2048)))) {
            assertFalse(resumes(caller, usual.andThen(change), usual));
            assertFalse(resumes(caller, usual, usual.andThen(change)));
        }
    }

    @ParameterizedTest
    @CsvSource({"TLSv1.2", "TLSv1.3"})
    void neverTakesTheKeyOfAnotherCaller(String protocol) throws Exception {
        KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX", new EejsProvider());
        factory.init(shared("PKCS12", holding("PKCS12", issued(ca, "client")), PASSWORD), PASSWORD);
        byte[] trust = trusting("JKS", ca, authority("beside"));
        Consumer<SSLParameters> policy = naming(protocol, "a.example");
        for (TlsCaller caller : TlsCaller.values()) {
            SSLSession began = call(caller, context(factory.getKeyManagers(), trust), policy);
            awaitAnotherMillisecond(began);
            assertFalse(call(caller, context(null, trust), policy).getCreationTime() == began.getCreationTime());
            assertEquals(began.getCreationTime(),
                    call(caller, context(factory.getKeyManagers(), trust), policy).getCreationTime());
        }
    }

    /** Constraints that permit RSA keys of a minimum length, and everything else. */
    private record RsaOf(int bits) implements AlgorithmConstraints {
        @Override
        public boolean permits(Set<CryptoPrimitive> primitives, String algorithm, AlgorithmParameters parameters) {
            return true;
        }

        @Override
        public boolean permits(Set<CryptoPrimitive> primitives, Key key) {
            return !(key instanceof RSAKey rsa) || rsa.getModulus().bitLength() >= bits;
        }

        @Override
        public boolean permits(Set<CryptoPrimitive> primitives, String algorithm, Key key,
                AlgorithmParameters parameters) {
            return permits(primitives, key);
        }
    }
}

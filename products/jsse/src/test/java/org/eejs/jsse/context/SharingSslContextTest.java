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
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.eejs.jsse.EejsProvider;
import org.eejs.jsse.TlsCaller;
import org.eejs.jsse.runtime.Counters;
import org.eejs.jsse.runtime.Settings;
import org.eejs.pki.Identity;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * SSLContexts over real connections: which of them share their sessions, and which borders a session must never cross.
 */
class SharingSslContextTest {
    private static Identity ca;
    private static byte[] trust;
    private static ExecutorService pool;
    private static EchoServer server;

    @BeforeAll
    static void serve() throws Exception {
        ca = authority("ca");
        trust = trusting("PKCS12", ca);
        server = new EchoServer(issued(ca, "server"));
        pool = Executors.newCachedThreadPool();
    }

    @AfterAll
    static void end() throws Exception {
        server.close();
        pool.shutdownNow();
    }

    @BeforeEach
    void share() {
        System.setProperty(Settings.SSL_CONTEXT, "share");
    }

    @AfterEach
    void clean() {
        System.clearProperty(Settings.SSL_CONTEXT);
    }

    private static TrustManager[] trust(byte[] store) throws Exception {
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX", EEJS);
        factory.init(shared("PKCS12", store, PASSWORD));
        return factory.getTrustManagers();
    }

    /** Returns the context of a program that makes one for every call. */
    private static SSLContext context(String protocol, byte[] store) throws Exception {
        SSLContext context = SSLContext.getInstance(protocol, EEJS);
        context.init(null, trust(store), null);
        return context;
    }

    /** Connects, exchanges a byte, and returns the time at which the session began. */
    private static long connect(SSLContext context, String identification) throws IOException {
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory()
                .createSocket("localhost", server.port())) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm(identification);
            socket.setSSLParameters(parameters);
            socket.getOutputStream().write(1);
            assertEquals(1, socket.getInputStream().read());
            return socket.getSession().getCreationTime();
        }
    }

    /** Returns whether a second connection resumes a session that a first one began. */
    private static boolean resumes(SSLContext first, String how, SSLContext second, String secondHow)
            throws Exception {
        long began = connect(first, how);
        // Creation times are in milliseconds: a new session must have another one.
        while (System.currentTimeMillis() <= began) {
            Thread.onSpinWait();
        }
        return connect(second, secondHow) == began;
    }

    @Test
    void keepsContextsApartUnlessToldOtherwise() throws Exception {
        System.clearProperty(Settings.SSL_CONTEXT);
        SSLContext one = context("TLS", trust);
        assertSame(EEJS, one.getProvider());
        assertTrue(resumes(one, "HTTPS", one, "HTTPS"), "the server resumes");
        assertFalse(resumes(one, "HTTPS", context("TLS", trust), "HTTPS"));
        System.setProperty(Settings.SSL_CONTEXT, "nonsense");
        assertThrows(IllegalArgumentException.class, () -> context("TLS", trust));
    }

    @Test
    void resumesAcrossContextsOfEqualMaterial() throws Exception {
        for (String protocol : List.of("TLS", "TLSv1.2", "TLSv1.3")) {
            long contexts = Counters.PROCESS.contextsShared.sum();
            assertTrue(resumes(context(protocol, trust), "HTTPS", context(protocol, trust), "HTTPS"), protocol);
            assertTrue(Counters.PROCESS.contextsShared.sum() > contexts);
        }
    }

    @Test
    void neverResumesUnderAnotherTrust() throws Exception {
        byte[] wider = trusting("PKCS12", ca, authority("another"));
        assertFalse(resumes(context("TLS", wider), "HTTPS", context("TLS", trust), "HTTPS"));
        byte[] stranger = trusting("PKCS12", authority("stranger"));
        connect(context("TLS", trust), "HTTPS");
        assertThrows(SSLException.class, () -> connect(context("TLS", stranger), "HTTPS"));
    }

    /** JSSE itself compares the identification of a session with the requested one. */
    @Test
    void neverResumesWithoutTheIdentificationThatIsAskedFor() throws Exception {
        for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
            byte[] own = trusting("PKCS12", ca, authority(protocol));
            assertFalse(resumes(context(protocol, own), null, context(protocol, own), "HTTPS"), protocol);
        }
    }

    @Test
    void sharesWithOneThatWasGivenTheUsualRandomNumbers() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS", EEJS);
        context.init(null, trust(trust), new SecureRandom());
        assertTrue(resumes(context("TLS", trust), "HTTPS", context, "HTTPS"));
        context.init(null, trust(trust), new SecureRandom() {
            private static final long serialVersionUID = 1;
        });
        assertFalse(resumes(context("TLS", trust), "HTTPS", context, "HTTPS"));
    }

    @Test
    void sharesNothingOfForeignManagersOrRandom() throws Exception {
        TrustManagerFactory jdk = TrustManagerFactory.getInstance("PKIX", "SunJSSE");
        jdk.init(shared("PKCS12", trust, PASSWORD));
        SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
        KeyManager[] keys = EchoServer.keys(issued(ca, "client"));
        for (int i = 0; i < 3; i++) {
            List<SSLContext> pair = new ArrayList<>();
            for (int j = 0; j < 2; j++) {
                SSLContext context = SSLContext.getInstance("TLS", EEJS);
                context.init(i == 1 ? keys : null, i == 0 ? jdk.getTrustManagers() : trust(trust),
                        i == 2 ? random : null);
                pair.add(context);
            }
            assertFalse(resumes(pair.get(0), "HTTPS", pair.get(1), "HTTPS"), "case " + i);
        }
    }

    /** Returns the TLS side of a server of EEJS, for which it has loaded its stores and made a context. */
    private static SSLSocketFactory serving(byte[] keys, byte[] trust) throws Exception {
        KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX", new EejsProvider());
        factory.init(shared("PKCS12", keys, PASSWORD), PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS", EEJS);
        context.init(factory.getKeyManagers(), trust(trust), null);
        return context.getSocketFactory();
    }

    /**
     * Listens, speaks TLS with the current server side, asks for the client's certificate, and answers one byte on each
     * connection.
     */
    private static ServerSocket asking(AtomicReference<SSLSocketFactory> now) throws IOException {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        pool.submit(() -> {
            while (true) {
                Socket plain = server.accept();
                pool.submit(() -> {
                    try (SSLSocket socket = (SSLSocket) now.get().createSocket(plain, null, true)) {
                        socket.setNeedClientAuth(true);
                        socket.getOutputStream().write(socket.getInputStream().read());
                    }
                    return null;
                });
            }
        });
        return server;
    }

    /** Connects to the listener at a port, exchanges a byte, and returns the time at which the session began. */
    private static long connectTo(int port, SSLContext client) throws IOException {
        try (SSLSocket socket = (SSLSocket) client.getSocketFactory().createSocket("localhost", port)) {
            socket.getOutputStream().write(1);
            if (socket.getInputStream().read() != 1) {
                throw new IOException("no answer");
            }
            return socket.getSession().getCreationTime();
        }
    }

    /** Servers follow each other at one port, so that the client offers the session of the one before. */
    @Test
    void neverLetsAClientResumeWhereItIsNotTrusted() throws Exception {
        byte[] keys = holding("PKCS12", issued(ca, "server"));
        byte[] own = trusting("PKCS12", ca, authority("clients"));
        byte[] stricter = trusting("PKCS12", authority("stricter"));
        SSLContext client = SSLContext.getInstance("TLS", "SunJSSE");
        client.init(EchoServer.keys(issued(ca, "client")), trust(trust), null);
        AtomicReference<SSLSocketFactory> now = new AtomicReference<>(serving(keys, own));
        try (ServerSocket server = asking(now)) {
            int port = server.getLocalPort();
            long began = connectTo(port, client);
            while (System.currentTimeMillis() <= began) {
                Thread.onSpinWait();
            }
            assertEquals(began, connectTo(port, client), "a server takes its own sessions");
            now.set(serving(keys, own));
            assertNotEquals(began, connectTo(port, client), "and no other's, however equal they are");
            now.set(serving(keys, stricter));
            assertThrows(IOException.class, () -> connectTo(port, client));
        }
    }

    /** A timeout or an invalidation of a session then affects all connections of this context, and no others. */
    @Test
    void leavesSessionsToTheCallerThatManagesThem() throws Exception {
        byte[] own = trusting("PKCS12", ca, authority("settings"));
        SSLContext context = context("TLS", own);
        context.getClientSessionContext().setSessionTimeout(77);
        assertFalse(resumes(context("TLS", own), "HTTPS", context, "HTTPS"));
        assertTrue(resumes(context, "HTTPS", context, "HTTPS"));
        assertTrue(context.getClientSessionContext().getIds().hasMoreElements());
        assertNotEquals(77, context("TLS", own).getClientSessionContext().getSessionTimeout());
    }

    @Test
    void leavesItsSessionsWhenItIsInitialisedAgain() throws Exception {
        byte[] own = trusting("PKCS12", ca, authority("anew"));
        SSLContext context = context("TLS", own);
        SSLContext other = context("TLS", own);
        SSLSocketFactory before = context.getSocketFactory();
        assertTrue(resumes(context, "HTTPS", other, "HTTPS"));
        context.init(null, trust(trusting("PKCS12", authority("stranger"))), null);
        assertThrows(SSLException.class, () -> connect(context, "HTTPS"));
        try (Socket socket = before.createSocket("localhost", server.port())) {
            assertThrows(SSLException.class, () -> socket.getOutputStream().write(1), "as a factory of the JDK");
        }
        connect(other, "HTTPS");
    }

    @Test
    void trustsByDefaultWhomTheJdkTrusts() throws Exception {
        SSLContext one = SSLContext.getInstance("TLS", EEJS);
        one.init(null, null, null);
        assertThrows(SSLException.class, () -> connect(one, "HTTPS"), "no certificate of ours is trusted by default");
    }

    @Test
    void isAsStrictBeforeInitAsTheJdk() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS", EEJS);
        assertThrows(IllegalStateException.class, context::getSocketFactory);
        assertThrows(IllegalStateException.class, context::createSSLEngine);
        SSLContext jdk = SSLContext.getInstance("TLS", "SunJSSE");
        jdk.init(null, null, null);
        context.init(null, null, null);
        assertEquals(List.of(jdk.getDefaultSSLParameters().getProtocols()),
                List.of(context.getDefaultSSLParameters().getProtocols()));
        assertEquals(List.of(jdk.getSupportedSSLParameters().getCipherSuites()),
                List.of(context.getSupportedSSLParameters().getCipherSuites()));
        assertEquals(List.of(jdk.createSSLEngine("localhost", 1).getEnabledCipherSuites()),
                List.of(context.createSSLEngine("localhost", 1).getEnabledCipherSuites()));
        System.clearProperty(Settings.SSL_CONTEXT);
        context.init(null, null, null);
        assertEquals(jdk.createSSLEngine("localhost", 1).getClass(),
                context.createSSLEngine("localhost", 1).getClass());
    }

    /** In a separate JVM, because a JVM makes its default context once. */
    @Test
    void leavesTheDefaultContextToTheJdk() throws Exception {
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), DefaultContext.class.getName()).redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), printed);
        assertEquals("SunJSSE with trust managers of EEJS: true", printed.trim());
    }

    /** A program that prints the provider of the default context. */
    static final class DefaultContext {
        public static void main(String[] arguments) throws Exception {
            Security.insertProviderAt(EEJS, 1);
            SSLContext context = SSLContext.getInstance("Default");
            context.createSSLEngine();
            System.out.println(context.getProvider().getName() + " with trust managers of EEJS: "
                    + (Counters.PROCESS.trustManagersMade.sum() > 0));
        }
    }

    @Test
    void survivesAStormOfContexts() throws Exception {
        byte[] own = trusting("PKCS12", ca, authority("storm"));
        List<Future<SSLSessionContext>> all = new ArrayList<>();
        for (int t = 0; t < 12; t++) {
            all.add(pool.submit(() -> {
                SSLSessionContext seen = null;
                for (int i = 0; i < 10; i++) {
                    SSLSession session = TlsCaller.SOCKET.call(context("TLS", own), server.port(),
                            parameters -> parameters.setEndpointIdentificationAlgorithm("HTTPS"));
                    assertTrue(seen == null || seen == session.getSessionContext());
                    seen = session.getSessionContext();
                }
                return seen;
            }));
        }
        for (Future<SSLSessionContext> each : all) {
            assertSame(all.get(0).get(), each.get());
        }
    }
}

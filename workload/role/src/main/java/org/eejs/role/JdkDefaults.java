package org.eejs.role;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.eejs.banking.TlsProfile.Certificate;
import org.eejs.terminal.Printer;

/**
 * A program that prints the defaults of the JDK that runs it, and the bytes that its TLS sends, as JSON on one line.
 * Its only argument is the folder of a {@link PkiDirectory} with certificates of {@link #HOST}.
 */
public final class JdkDefaults {
    /** The name of the server in handshakes; the JDK sends only names with a dot. */
    public static final String HOST = "bank.example.com";

    /**
     * The findings.
     *
     * @param facts the values of each area, by their names
     * @param handshakes those of each kind, several times
     */
    public record Found(Map<String, Map<String, String>> facts, List<Handshake> handshakes) {}

    /**
     * A handshake over loopback, followed by a byte of data in both directions.
     *
     * @param kind the version of TLS, and whether a session was resumed
     * @param client all bytes of the client
     * @param server all bytes of the server
     */
    public record Handshake(String kind, byte[] client, byte[] server) {}

    /** Enough to recognize values that are random, such as the lengths of some tickets. */
    private static final int REPETITIONS = 5;
    private static final Certificate CERTIFICATE = Certificate.RSA_2048;

    private final KeyManager[] ofServer;
    private final KeyManager[] ofClient;
    private final TrustManager[] trusted;
    private final List<Handshake> handshakes = new ArrayList<>();

    private JdkDefaults(PkiDirectory pki) throws IOException, GeneralSecurityException {
        ofServer = keys(pki.serverKeyStore(CERTIFICATE), pki.password());
        ofClient = keys(pki.clientKeyStore(CERTIFICATE, null), pki.password());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(pki.trustStore());
        trusted = trust.getTrustManagers();
    }

    private static KeyManager[] keys(KeyStore store, char[] password) throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, password);
        return keys.getKeyManagers();
    }

    public static void main(String[] args) throws Exception {
        Printer.guard();
        JdkDefaults defaults = new JdkDefaults(new PkiDirectory(Path.of(args[0])));
        for (int i = 0; i < REPETITIONS; i++) {
            defaults.shakeHands("TLS 1.3", "TLSv1.3", false);
            defaults.shakeHands("TLS 1.3 with client certificate", "TLSv1.3", true);
            defaults.shakeHands("TLS 1.2", "TLSv1.2", false);
            defaults.shakeHands("TLS 1.2 with client certificate", "TLSv1.2", true);
        }
        Found found = new Found(Map.of("tls", tls(), "provider", providers(), "algorithm", algorithms(), "security",
                security(), "root", roots()), defaults.handshakes);
        System.out.println(new ObjectMapper().writeValueAsString(found));
    }

    /** Returns the defaults of JSSE, with all properties of {@link SSLParameters}, also those of newer JDKs. */
    private static Map<String, String> tls() throws GeneralSecurityException, ReflectiveOperationException {
        Map<String, String> facts = new TreeMap<>();
        SSLContext context = SSLContext.getDefault();
        for (boolean client : new boolean[] {true, false}) {
            String side = client ? "client" : "server";
            SSLEngine engine = context.createSSLEngine();
            engine.setUseClientMode(client);
            properties(side, engine.getSSLParameters(), facts);
            SSLSessionContext sessions = client ? context.getClientSessionContext() : context.getServerSessionContext();
            facts.put(side + " sessions in the cache", String.valueOf(sessions.getSessionCacheSize()));
            facts.put(side + " session timeout, s", String.valueOf(sessions.getSessionTimeout()));
            facts.put("packet buffer, bytes", String.valueOf(engine.getSession().getPacketBufferSize()));
            facts.put("supported suites", String.join(", ", engine.getSupportedCipherSuites()));
            facts.put("supported protocols", String.join(", ", engine.getSupportedProtocols()));
        }
        facts.put("default context", context.getProvider().getName() + " " + context.getProtocol());
        facts.put("key manager", KeyManagerFactory.getDefaultAlgorithm());
        facts.put("trust manager", TrustManagerFactory.getDefaultAlgorithm());
        facts.put("key store", KeyStore.getDefaultType());
        facts.put("SecureRandom", new SecureRandom().getAlgorithm());
        return facts;
    }

    private static void properties(String side, SSLParameters parameters, Map<String, String> facts)
            throws ReflectiveOperationException {
        for (Method method : SSLParameters.class.getDeclaredMethods()) {
            if (method.getParameterCount() > 0 || !method.getName().matches("(get|is)[A-Z].*")
                    || !method.canAccess(parameters)) {
                continue;
            }
            Object value = method.invoke(parameters);
            // Other types, such as constraints, have no text that two JVMs share.
            if (value instanceof String[] || value instanceof String || value instanceof Number
                    || value instanceof Boolean) {
                facts.put(side + " " + method.getName().replaceFirst("get|is", ""),
                        value instanceof String[] several ? String.join(", ", several) : value.toString());
            }
        }
    }

    private static Map<String, String> providers() {
        Map<String, String> facts = new TreeMap<>();
        Provider[] providers = Security.getProviders();
        for (int i = 0; i < providers.length; i++) {
            facts.put(providers[i].getName(), "place " + (i + 1));
        }
        return facts;
    }

    /** Returns the providers of each algorithm in their order. */
    private static Map<String, String> algorithms() {
        Map<String, List<String>> offers = new TreeMap<>();
        for (Provider provider : Security.getProviders()) {
            provider.getServices().stream().map(service -> service.getType() + "." + service.getAlgorithm()).distinct()
                    .forEach(name -> offers.computeIfAbsent(name, any -> new ArrayList<>()).add(provider.getName()));
        }
        Map<String, String> facts = new TreeMap<>();
        offers.forEach((name, offering) -> facts.put(name, String.join(", ", offering)));
        return facts;
    }

    /** Returns the security properties, without the list of providers. */
    private static Map<String, String> security() throws IOException {
        Properties file = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(System.getProperty("java.home"),
                "conf/security/java.security"))) {
            file.load(reader);
        }
        Map<String, String> facts = new TreeMap<>();
        file.stringPropertyNames().stream().filter(name -> !name.startsWith("security.provider."))
                .forEach(name -> facts.put(name, String.valueOf(Security.getProperty(name))));
        return facts;
    }

    /** Returns the certificates that the JDK trusts by default. */
    private static Map<String, String> roots() throws GeneralSecurityException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init((KeyStore) null);
        Map<String, String> facts = new TreeMap<>();
        for (TrustManager manager : trust.getTrustManagers()) {
            if (manager instanceof X509TrustManager managed) {
                for (X509Certificate root : managed.getAcceptedIssuers()) {
                    facts.put(root.getSubjectX500Principal().getName() + ", serial number "
                            + root.getSerialNumber().toString(16), "trusted");
                }
            }
        }
        return facts;
    }

    /** Makes a connection without a session, and one that should resume its session. */
    private void shakeHands(String kind, String protocol, boolean clientCertificate) throws Exception {
        SSLContext servers = context(ofServer);
        SSLContext clients = context(clientCertificate ? ofClient : null);
        try (SSLServerSocket server = (SSLServerSocket) servers.getServerSocketFactory().createServerSocket(0, 1,
                InetAddress.getLoopbackAddress())) {
            server.setNeedClientAuth(clientCertificate);
            for (String which : List.of("", ", second connection")) {
                CompletableFuture<Void> served = CompletableFuture.runAsync(() -> serve(server));
                try (Tap tap = new Tap()) {
                    tap.setTcpNoDelay(true);
                    tap.connect(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()));
                    call(clients, tap, server.getLocalPort(), protocol);
                    served.join();
                    handshakes.add(new Handshake(kind + which, tap.sent.toByteArray(), tap.received.toByteArray()));
                }
            }
        }
    }

    /** Returns a context without sessions. */
    private SSLContext context(KeyManager[] own) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own, trusted, null);
        return context;
    }

    private static void serve(SSLServerSocket server) {
        try (SSLSocket socket = (SSLSocket) server.accept()) {
            socket.setTcpNoDelay(true);
            socket.getOutputStream().write(socket.getInputStream().read());
            socket.getInputStream().read();
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    /** Sends and receives a byte: tickets of TLS 1.3 precede the server's. */
    private static void call(SSLContext clients, Tap tap, int port, String protocol) throws IOException {
        try (SSLSocket socket = (SSLSocket) clients.getSocketFactory().createSocket(tap, HOST, port, true)) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            if (!protocol.equals("TLSv1.3")) {
                parameters.setProtocols(new String[] {protocol});
            }
            socket.setSSLParameters(parameters);
            socket.getOutputStream().write(1);
            socket.getInputStream().read();
        }
    }

    /** A connection that keeps a copy of all bytes. */
    private static final class Tap extends Socket {
        private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
        private final ByteArrayOutputStream received = new ByteArrayOutputStream();

        @Override
        public OutputStream getOutputStream() throws IOException {
            return new FilterOutputStream(super.getOutputStream()) {
                @Override
                public void write(byte[] bytes, int from, int length) throws IOException {
                    out.write(bytes, from, length);
                    sent.write(bytes, from, length);
                }
            };
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return new FilterInputStream(super.getInputStream()) {
                @Override
                public int read() throws IOException {
                    int one = in.read();
                    if (one >= 0) {
                        received.write(one);
                    }
                    return one;
                }

                @Override
                public int read(byte[] bytes, int from, int length) throws IOException {
                    int count = in.read(bytes, from, length);
                    received.write(bytes, from, Math.max(0, count));
                    return count;
                }
            };
        }
    }
}

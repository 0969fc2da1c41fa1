package org.eejs.cli;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/**
 * A client of one server. Handshakes are of alternating kinds; each is checked for the certificates of both sides, and
 * for data in both directions. For one thread.
 */
final class SoakTlsClient {
    private static final int PATIENCE_MILLIS = 60_000;
    /** The number of handshakes before the version changes. A server's session resumes only in its own version. */
    private static final int OF_ONE_VERSION = 5 * Mode.values().length;
    private static final String SERIAL = "org.eejs.soak.serial";

    /** The sessions that a handshake may resume. */
    private enum Mode {
        /** None. */
        FULL,
        /** Those of a long-lived context. */
        RESUMABLE,
        /** Those of earlier contexts with equal material. */
        SHARED,
        /** Those of earlier contexts with equal material, but the caller's policy refuses this server. */
        REFUSING
    }

    private final String name;
    private final int port;
    /** The certificates of the server; null if they do not change. */
    private final SoakStore servers;
    /** The certificates of this client; null for none. */
    private final SoakStore own;
    private final KeyManager[] keys;
    private final TrustManager[] trust;
    private final Provider eejs;
    private final SoakTally tally;
    private SSLContext living;
    private int done;

    SoakTlsClient(String name, int port, SoakStore servers, SoakStore own, KeyManager[] keys, TrustManager[] trust,
            Provider eejs, SoakTally tally) {
        this.name = name;
        this.port = port;
        this.servers = servers;
        this.own = own;
        this.keys = keys;
        this.trust = trust;
        this.eejs = eejs;
        this.tally = tally;
    }

    /** Makes the next handshake. */
    void step() throws Exception {
        Mode mode = Mode.values()[done % Mode.values().length];
        String version = done / OF_ONE_VERSION % 2 == 0 ? "TLSv1.3" : "TLSv1.2";
        if (done++ % OF_ONE_VERSION == 0) {
            living = fresh(Mode.RESUMABLE);
        }
        if (mode == Mode.REFUSING) {
            refuse(version);
        } else {
            connect(mode, version);
        }
    }

    private void connect(Mode mode, String version) throws Exception {
        long start = System.nanoTime();
        long startMillis = System.currentTimeMillis();
        try (SSLSocket socket = open(mode == Mode.RESUMABLE ? living : fresh(mode), version,
                SoakAuthority.HOST)) {
            socket.startHandshake();
            SSLSession session = socket.getSession();
            long serial = serial(session);
            boolean resumed = session.getCreationTime() < startMillis;
            if (resumed) {
                if (!Long.valueOf(serial).equals(session.getValue(SERIAL))) {
                    tally.fail("%s: a session of certificate %s was resumed with %d".formatted(name,
                            session.getValue(SERIAL), serial));
                }
            } else {
                session.putValue(SERIAL, serial);
                if (servers != null) {
                    servers.shown(serial, start);
                }
            }
            talk(socket, resumed, start);
            tally.count("Handshake: %s, %s, %s, %s".formatted(name, version, mode == Mode.SHARED ? "shared context"
                    : "own context", resumed ? "resumed" : "full"));
        } catch (IOException e) {
            tally.fail("a handshake or its data was lost: %s, %s, %s".formatted(name, version, mode), e);
        }
    }

    private void talk(SSLSocket socket, boolean resumed, long start) throws IOException {
        byte[] sent = new byte[SoakTlsServer.BYTES];
        ThreadLocalRandom.current().nextBytes(sent);
        socket.getOutputStream().write(sent);
        DataInputStream in = new DataInputStream(socket.getInputStream());
        long shown = in.readLong();
        byte[] got = new byte[sent.length];
        in.readFully(got);
        if (!Arrays.equals(sent, got)) {
            tally.fail(name + ": data came back changed");
        }
        if (own != null && !resumed) {
            own.shown(shown, start);
        }
    }

    /**
     * Refuses the server because its certificate is for another name, although another caller has a session with it.
     */
    private void refuse(String version) throws Exception {
        try (SSLSocket socket = open(fresh(Mode.SHARED), version, "other.example")) {
            socket.startHandshake();
            tally.fail("%s, %s: a handshake for other.example was accepted with a certificate for %s".formatted(name,
                    version, SoakAuthority.HOST));
        } catch (SSLException e) {
            if (!(e.getCause() instanceof CertificateException)) {
                tally.fail("%s, %s: a handshake for another name was not refused for its certificate".formatted(name,
                        version), e);
            }
            tally.count("Refused as it must be: a certificate for another name, " + version);
        }
    }

    private SSLContext fresh(Mode mode) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS", eejs);
        // A context with separate random numbers has separate sessions.
        context.init(keys, trust, mode == Mode.SHARED ? null : new SecureRandom());
        // The JDK stores 20,480 sessions for a day: growth with an end, but not within an hour.
        context.getClientSessionContext().setSessionCacheSize(64);
        return context;
    }

    private SSLSocket open(SSLContext context, String version, String wanted) throws IOException {
        InetAddress address = InetAddress.getLoopbackAddress();
        Socket plain = new Socket(address, port);
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, address.getHostAddress(), port,
                true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setProtocols(new String[] {version});
        parameters.setServerNames(List.of(new SNIHostName(wanted)));
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        return socket;
    }

    private static long serial(SSLSession session) throws SSLException {
        return ((X509Certificate) session.getPeerCertificates()[0]).getSerialNumber().longValueExact();
    }
}

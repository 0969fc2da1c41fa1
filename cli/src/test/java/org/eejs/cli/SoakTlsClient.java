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
 * A client of one server: each handshake is of the next kind, and is checked for the certificates that both sides
 * showed and for data both ways. For one thread.
 */
final class SoakTlsClient {
    private static final int PATIENCE_MILLIS = 60_000;
    /** As many handshakes are of one version: of each server there is one session, which its own version resumes. */
    private static final int OF_ONE_VERSION = 5 * Mode.values().length;
    private static final String SERIAL = "org.eejs.soak.serial";

    /** Whose sessions a handshake may resume. */
    private enum Mode {
        /** Nobody's. */
        FULL,
        /** Those of a context that lives. */
        RESUMABLE,
        /** Those of earlier contexts of equal material. */
        SHARED,
        /** The same, but the caller's policy refuses this server. */
        REFUSING
    }

    private final String name;
    private final int port;
    /** What the server shows; null where it does not change. */
    private final SoakStore servers;
    /** What this client shows; null for nothing. */
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

    /** The next handshake. */
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

    /** The server's certificate is not for the name that this caller wants, whoever else has a session with it. */
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
        // A context that is given random numbers of somebody else has its sessions for itself.
        context.init(keys, trust, mode == Mode.SHARED ? null : new SecureRandom());
        // The JDK keeps 20,480 sessions for a day. That would be growth which has an end, but not within an hour.
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

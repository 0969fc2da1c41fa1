package org.eejs.bank.tls;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.eejs.banking.TlsProfile.NamedGroup;
import org.eejs.banking.TlsProfile;
import org.eejs.role.ServerFlight;

/**
 * A handshake in memory between two engines, which shows before any load whether a stack has all that a profile needs.
 * A JDK or library does not list all of it: SunJSSE of JDK 27 reads ML-DSA keys, and has no signature scheme for them.
 */
public final class TrialHandshake {
    private static final int STEPS = 1_000;

    private TrialHandshake() {}

    /**
     * Makes a handshake.
     *
     * @param pin limits an engine to the groups and schemes of the profile
     * @param suites the suites to enable
     * @throws GeneralSecurityException with a line without the names of stack and profile if that is not possible, or
     *     the group is not the profile's
     */
    public static void of(TlsProfile profile, SSLContext clients, SSLContext servers, List<String> suites,
            BiConsumer<SSLEngine, TlsProfile> pin) throws GeneralSecurityException {
        try {
            SSLEngine client = clients.createSSLEngine("localhost", 1);
            SSLEngine server = servers.createSSLEngine();
            client.setUseClientMode(true);
            server.setUseClientMode(false);
            server.setNeedClientAuth(profile.mutual());
            for (SSLEngine engine : List.of(client, server)) {
                engine.setEnabledProtocols(new String[] {profile.protocol()});
                engine.setEnabledCipherSuites(suites.toArray(String[]::new));
                pin.accept(engine, profile);
            }
            SSLParameters verified = client.getSSLParameters();
            verified.setEndpointIdentificationAlgorithm("HTTPS");
            client.setSSLParameters(verified);
            Optional<String> group = Optional.ofNullable(handshake(client, server).group());
            if (!group.equals(profile.group().map(NamedGroup::id))) {
                throw new GeneralSecurityException("it agreed on " + group.orElse("no group"));
            }
        } catch (SSLException | RuntimeException | LinkageError e) {
            throw new GeneralSecurityException(reason(e), e);
        }
    }

    private static ServerFlight handshake(SSLEngine client, SSLEngine server) throws SSLException {
        ByteBuffer toServer = ByteBuffer.allocate(1 << 17);
        ByteBuffer toClient = ByteBuffer.allocate(1 << 17);
        ServerFlight flight = new ServerFlight();
        for (int step = 0; step < STEPS; step++) {
            move(client, toServer, toClient, null);
            move(server, toClient, toServer, flight);
            if (isDone(client) && isDone(server) && toServer.position() == 0 && toClient.position() == 0) {
                return flight;
            }
        }
        throw new SSLException("the handshake does not end");
    }

    private static boolean isDone(SSLEngine engine) {
        return engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING;
    }

    /** Lets an engine do what it waits for, with buffers that are filled up to their position. */
    private static void move(SSLEngine engine, ByteBuffer out, ByteBuffer in, ServerFlight flight)
            throws SSLException {
        if (isDone(engine) && in.position() == 0 && engine.getSession().getCipherSuite().endsWith("NULL")) {
            engine.beginHandshake();
        }
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
        if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
            int from = out.position();
            engine.wrap(ByteBuffer.allocate(0), out);
            if (flight != null) {
                flight.add(out, from);
            }
        } else if (in.position() > 0) {
            in.flip();
            engine.unwrap(in, ByteBuffer.allocate(1 << 15));
            in.compact();
        }
    }

    /** Returns the message of the first cause that has one. */
    public static String reason(Throwable error) {
        Throwable cause = error;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}

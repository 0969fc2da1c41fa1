package org.eejs.bench.tls;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * Completes handshakes between two engines in one thread, without sockets. It also reads all messages after the
 * handshake, such as the tickets of a TLS 1.3 server. Keeps its buffers; for one thread.
 */
public final class EnginePair {
    /** The side that computes. */
    enum Side { CLIENT, SERVER }

    /** Receives the next side to compute, before it begins. */
    interface Turns {
        void of(Side side);
    }

    /** Receives the transmitted bytes. */
    public interface Tap {
        /** Ignores the bytes. */
        Tap NONE = (by, bytes) -> { };

        void sent(Side by, ByteBuffer bytes);
    }

    /** A connection. */
    public record Engines(SSLEngine client, SSLEngine server) {}

    /** More than the longest flight of a handshake. */
    private static final int CAPACITY = 1 << 17;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final ByteBuffer toServer = ByteBuffer.allocate(CAPACITY);
    private final ByteBuffer toClient = ByteBuffer.allocate(CAPACITY);
    private final ByteBuffer data = ByteBuffer.allocate(CAPACITY);
    private final Turns turns;

    /** A pair of engines without distinct providers. */
    public EnginePair() {
        this(side -> { });
    }

    /** A pair whose sides differ, for example by provider. */
    EnginePair(Turns turns) {
        this.turns = turns;
    }

    /** Announces that one side is about to compute. */
    void turnOf(Side side) {
        turns.of(side);
    }

    /**
     * Runs a handshake.
     *
     * @throws SSLException when one engine refuses the other
     * @throws IllegalStateException when both engines wait, and the handshake is not complete
     */
    public void shakeHands(Engines engines) throws SSLException {
        shakeHands(engines, Tap.NONE);
    }

    /** Runs a handshake, and reports the transmitted bytes. */
    public void shakeHands(Engines engines, Tap tap) throws SSLException {
        SSLEngine client = engines.client();
        SSLEngine server = engines.server();
        toServer.clear();
        toClient.clear();
        turns.of(Side.CLIENT);
        client.beginHandshake();
        turns.of(Side.SERVER);
        server.beginHandshake();
        boolean moved;
        do {
            turns.of(Side.CLIENT);
            moved = drive(client, Side.CLIENT, toClient, toServer, tap);
            turns.of(Side.SERVER);
            moved |= drive(server, Side.SERVER, toServer, toClient, tap);
        } while (moved);
        if (client.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING
                || server.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING) {
            // The next call reports the failure of a task.
            client.unwrap(NOTHING, data);
            server.unwrap(NOTHING, data);
            throw new IllegalStateException("the handshake stopped half-way: client " + client.getHandshakeStatus()
                    + ", server " + server.getHandshakeStatus());
        }
    }

    /** Lets one engine read its input, compute, and write. Returns whether it did anything. */
    private boolean drive(SSLEngine engine, Side side, ByteBuffer received, ByteBuffer sent, Tap tap)
            throws SSLException {
        boolean moved = false;
        while (true) {
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> {
                    Runnable task;
                    while ((task = engine.getDelegatedTask()) != null) {
                        task.run();
                    }
                }
                case NEED_WRAP -> {
                    int before = sent.position();
                    engine.wrap(NOTHING, sent);
                    tap.sent(side, sent.duplicate().flip().position(before));
                }
                default -> {
                    if (!read(engine, received)) {
                        return moved;
                    }
                }
            }
            moved = true;
        }
    }

    private boolean read(SSLEngine engine, ByteBuffer received) throws SSLException {
        if (received.position() == 0) {
            return false;
        }
        received.flip();
        SSLEngineResult result = engine.unwrap(received, data);
        received.compact();
        return result.bytesConsumed() > 0 || result.getStatus() == SSLEngineResult.Status.OK
                && result.getHandshakeStatus() == HandshakeStatus.NEED_TASK;
    }
}

package org.eejs.bench;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * Shakes hands between two engines in one thread, without sockets, and goes on until nothing is left to be said: the
 * tickets that a server of TLS 1.3 sends after the handshake are read, too. Keeps its buffers; for one thread.
 */
final class EnginePair {
    /** More than the longest flight of a handshake. */
    private static final int CAPACITY = 1 << 17;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final ByteBuffer toServer = ByteBuffer.allocate(CAPACITY);
    private final ByteBuffer toClient = ByteBuffer.allocate(CAPACITY);
    private final ByteBuffer data = ByteBuffer.allocate(CAPACITY);

    /**
     * Runs a handshake.
     *
     * @throws SSLException when one engine refuses the other
     * @throws IllegalStateException when neither engine has anything more to say, and they have not agreed
     */
    void shakeHands(SSLEngine client, SSLEngine server) throws SSLException {
        toServer.clear();
        toClient.clear();
        client.beginHandshake();
        server.beginHandshake();
        boolean moved;
        do {
            moved = drive(client, toClient, toServer) | drive(server, toServer, toClient);
        } while (moved);
        if (client.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING
                || server.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING) {
            throw new IllegalStateException("the handshake stopped half-way: client " + client.getHandshakeStatus()
                    + ", server " + server.getHandshakeStatus());
        }
    }

    /** Has one engine do all that it can: read what has come, compute, and write. Whether it did anything. */
    private boolean drive(SSLEngine engine, ByteBuffer received, ByteBuffer sent) throws SSLException {
        boolean moved = false;
        while (true) {
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> {
                    Runnable task;
                    while ((task = engine.getDelegatedTask()) != null) {
                        task.run();
                    }
                }
                case NEED_WRAP -> engine.wrap(NOTHING, sent);
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

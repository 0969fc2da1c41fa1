package org.eejs.bench;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.eejs.bench.EnginePair.Side;

/**
 * Application data from one side of a connection to the other, in one thread, without sockets. Where JSSE has encrypted
 * as much with a key as it wants to (TLS 1.3; the security property {@code jdk.tls.keyLimits}, 2^37 bytes by default),
 * the sides agree on new ones in between. Keeps its buffers; for one thread.
 */
final class SslRecords {
    /** Both sides agree on new keys in two messages each; who needs more steps will never end. */
    private static final int MOST_STEPS = 20;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final EnginePair pair;
    private final Side from;
    private final SSLEngine sender;
    private final SSLEngine receiver;
    private final ByteBuffer there;
    private final ByteBuffer back;
    private long keyUpdates;

    /** After the handshake. */
    SslRecords(EnginePair pair, EnginePair.Engines engines, Side from) {
        this.pair = pair;
        this.from = from;
        sender = from == Side.CLIENT ? engines.client() : engines.server();
        receiver = from == Side.CLIENT ? engines.server() : engines.client();
        there = ByteBuffer.allocate(sender.getSession().getPacketBufferSize());
        back = ByteBuffer.allocate(receiver.getSession().getPacketBufferSize());
    }

    /** How often keys were agreed on anew. */
    long keyUpdates() {
        return keyUpdates;
    }

    /**
     * Carries one record: all that is left in {@code plain} is wrapped once, and unwrapped into {@code received}.
     *
     * @throws SSLException when a side refuses it
     * @throws IllegalStateException when it did not arrive, or in parts
     */
    void carry(ByteBuffer plain, ByteBuffer received) throws SSLException {
        int expected = received.position() + plain.remaining();
        SSLEngineResult arrived = step(plain, received);
        if (plain.hasRemaining() || arrived.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING
                || sender.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING) {
            keyUpdates++;
            updateKeys(plain, received);
        }
        if (plain.hasRemaining() || received.position() != expected) {
            throw new IllegalStateException("of a record that was sent, " + (expected - received.position())
                    + " bytes did not arrive");
        }
    }

    private SSLEngineResult step(ByteBuffer plain, ByteBuffer received) throws SSLException {
        there.clear();
        pair.turnOf(from);
        sender.wrap(plain, there);
        there.flip();
        pair.turnOf(from == Side.CLIENT ? Side.SERVER : Side.CLIENT);
        return receiver.unwrap(there, received);
    }

    private void updateKeys(ByteBuffer plain, ByteBuffer received) throws SSLException {
        for (int steps = 0; steps < MOST_STEPS; steps++) {
            runTasks(sender);
            runTasks(receiver);
            if (receiver.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                back.clear();
                receiver.wrap(NOTHING, back);
                pair.turnOf(from);
                sender.unwrap(back.flip(), received);
            } else if (plain.hasRemaining() || sender.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                step(plain, received);
            } else {
                return;
            }
        }
        throw new IllegalStateException("keys were to be updated, but this does not end: sender "
                + sender.getHandshakeStatus() + ", receiver " + receiver.getHandshakeStatus());
    }

    private static void runTasks(SSLEngine engine) {
        if (engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
            Runnable task;
            while ((task = engine.getDelegatedTask()) != null) {
                task.run();
            }
        }
    }
}

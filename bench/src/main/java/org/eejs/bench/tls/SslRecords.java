package org.eejs.bench.tls;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.eejs.bench.tls.EnginePair.Side;

/**
 * Transfers of application data from one side of a connection to the other, in one thread, without sockets. In TLS 1.3,
 * JSSE limits the data for each key (the security property {@code jdk.tls.keyLimits}, 2^37 bytes by default). At the
 * limit, the sides agree on new keys in between. Keeps its buffers; for one thread.
 */
final class SslRecords {
    /** Both sides agree on new keys in two messages each; more steps mean that the update never ends. */
    private static final int MOST_STEPS = 20;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final EnginePair pair;
    private final Side from;
    private final SSLEngine sender;
    private final SSLEngine receiver;
    private final ByteBuffer there;
    private final ByteBuffer back;
    private long keyUpdates;

    /** Transfers over a connection after its handshake. */
    SslRecords(EnginePair pair, EnginePair.Engines engines, Side from) {
        this.pair = pair;
        this.from = from;
        sender = from == Side.CLIENT ? engines.client() : engines.server();
        receiver = from == Side.CLIENT ? engines.server() : engines.client();
        there = ByteBuffer.allocate(sender.getSession().getPacketBufferSize());
        back = ByteBuffer.allocate(receiver.getSession().getPacketBufferSize());
    }

    /** Returns the number of key updates. */
    long keyUpdates() {
        return keyUpdates;
    }

    /**
     * Transfers all that is left in {@code plain}, in as few records as JSSE makes of it, each unwrapped at once.
     *
     * @throws SSLException when a side refuses it
     * @throws IllegalStateException when not all of it arrived
     */
    void carry(ByteBuffer plain, ByteBuffer received) throws SSLException {
        int expected = received.position() + plain.remaining();
        do {
            int before = plain.remaining();
            SSLEngineResult arrived = step(plain, received);
            if (arrived.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING
                    || sender.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING) {
                keyUpdates++;
                updateKeys(received);
            } else if (plain.remaining() == before) {
                break;
            }
        } while (plain.hasRemaining());
        if (received.position() != expected) {
            throw new IllegalStateException("of " + expected + " bytes, " + received.position() + " arrived");
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

    private void updateKeys(ByteBuffer received) throws SSLException {
        for (int steps = 0; steps < MOST_STEPS; steps++) {
            runTasks(sender);
            runTasks(receiver);
            if (receiver.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                back.clear();
                receiver.wrap(NOTHING, back);
                pair.turnOf(from);
                sender.unwrap(back.flip(), received);
            } else if (sender.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                step(NOTHING, received);
            } else {
                return;
            }
        }
        throw new IllegalStateException("the update of keys does not end: sender "
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

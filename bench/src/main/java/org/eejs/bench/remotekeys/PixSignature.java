package org.eejs.bench.remotekeys;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.SplittableRandom;
import org.eejs.pix.PixSigner;
import org.eejs.pix.message.MessageType;
import org.eejs.pix.message.PixFormatException;
import org.eejs.pix.message.PixMessages;
import org.eejs.result.RemoteKeys;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Draws a message and signs it as PIX asks for; one signer serves all threads. The message is another each
 * time, so that none is in the processor's caches already. Drawing is effort of the benchmark, which no service has; it
 * is measured separately, without a key, so that it can be subtracted.
 */
public class PixSignature extends RemoteKeyBenchmark {
    /** About how long a message is, in bytes. */
    @Param("3500")
    public int bytes;
    /** Its type. */
    @Param("PACS_008")
    public MessageType type = MessageType.PACS_008;

    private PixMessages messages;
    private PixSigner signer;
    private SweepFolder.OpenKey open;

    /** A thread's random numbers. Public because JMH makes it. */
    @State(Scope.Thread)
    public static class Dice {
        private final SplittableRandom random = new SplittableRandom();
    }

    /** Opens the key. */
    @Setup
    public void open() throws IOException, GeneralSecurityException {
        messages = new PixMessages(type, bytes);
        if (!key.equals(RemoteKeys.NONE)) {
            open = openKey();
            signer = new PixSigner(open.key(), open.chain().get(0), open.provider());
        }
    }

    /** Leaves the servers. */
    @TearDown
    public void close() {
        if (open != null) {
            open.close();
        }
    }

    /** Returns one message. */
    @Benchmark
    public byte[] draw(Dice dice) {
        return messages.draw(dice.random);
    }

    /** Returns one message, signed. */
    @Benchmark
    public byte[] sign(Dice dice) throws PixFormatException, GeneralSecurityException {
        return signer.sign(draw(dice));
    }
}

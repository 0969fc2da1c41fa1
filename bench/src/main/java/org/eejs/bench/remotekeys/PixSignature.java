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
 * Generates a message and signs it according to PIX; one signer serves all threads. The message is different each time,
 * so that it is not in the processor's caches already. Generating messages is work of the benchmark, which no service
 * has; a separate measurement without a key allows to subtract it.
 */
public class PixSignature extends RemoteKeyBenchmark {
    /** The approximate length of a message, in bytes. */
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

    /** Disconnects from the servers. */
    @TearDown
    public void close() {
        if (open != null) {
            open.close();
        }
    }

    /** Generates one message. */
    @Benchmark
    public byte[] draw(Dice dice) {
        return messages.draw(dice.random);
    }

    /** Generates one message, and signs it. */
    @Benchmark
    public byte[] sign(Dice dice) throws PixFormatException, GeneralSecurityException {
        return signer.sign(draw(dice));
    }
}

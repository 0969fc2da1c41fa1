package org.eejs.bench.remotekeys;

import java.io.IOException;
import java.security.GeneralSecurityException;
import org.eejs.pix.PixSigner;
import org.eejs.pix.message.MessageType;
import org.eejs.pix.message.PixFormatException;
import org.eejs.pix.message.PixMessages;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Draws a message and signs it as PIX asks for; one signer serves all threads. The message is another each
 * time, so that none is in the processor's caches already; what the drawing costs, {@link SpiDraw} measures.
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

    /** Opens the key. */
    @Setup
    public void open() throws IOException, GeneralSecurityException {
        messages = new PixMessages(type, bytes);
        open = openKey();
        signer = new PixSigner(open.key(), open.chain().get(0), open.provider());
    }

    /** Leaves the servers. */
    @TearDown
    public void close() {
        open.close();
    }

    /** One message, signed. */
    @Benchmark
    public byte[] sign(PixGeneration.Dice dice) throws PixFormatException, GeneralSecurityException {
        return signer.sign(messages.draw(dice.random()));
    }
}

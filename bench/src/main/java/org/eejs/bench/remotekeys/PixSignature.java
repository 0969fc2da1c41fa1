package org.eejs.bench.remotekeys;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.concurrent.TimeUnit;
import org.eejs.pix.PixSigner;
import org.eejs.pix.message.MessageType;
import org.eejs.pix.message.PixFormatException;
import org.eejs.pix.message.PixMessages;
import org.eejs.result.RemoteKeyKind;
import org.eejs.result.RemoteKeys;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Draws a pacs.008 message and signs it as PIX asks for; one signer serves all threads. The message is another each
 * time, so that none is in the processor's caches already; what the drawing costs, {@link SpiDraw} measures.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class PixSignature {
    /** The folder of {@link SweepFolder}. */
    @Param("")
    public String folder;

    /** {@code local} or {@code remote}. */
    @Param({RemoteKeys.LOCAL, RemoteKeys.REMOTE})
    public String key;

    /** The kind of key. */
    @Param("rsa-2048")
    public String kind = RemoteKeyKind.RSA_2048.id();

    /** How many servers hold the remote key. */
    @Param("1")
    public int servers;

    /** Who signs with the local key. */
    @Param("ACCP")
    public String provider;

    /** About how long a message is, in bytes. */
    @Param("3500")
    public int bytes;

    private PixMessages messages;
    private PixSigner signer;
    private SweepFolder.OpenKey open;

    /** Opens the key. */
    @Setup
    public void open() throws IOException, GeneralSecurityException {
        messages = new PixMessages(MessageType.PACS_008, bytes);
        open = new SweepFolder(Path.of(folder)).open(RemoteKeyKind.byId(kind).orElseThrow(), key, servers, provider);
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

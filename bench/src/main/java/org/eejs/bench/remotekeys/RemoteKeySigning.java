package org.eejs.bench.remotekeys;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
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
 * Signatures by the JCA of 32 to 100 bytes, about what handshakes and signed XML have signed. The key is local or in
 * key servers; the code is the same.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class RemoteKeySigning {
    private static final int SHORTEST = 32;
    private static final int LONGEST = 100;
    /** Among these the messages change; a power of two. */
    private static final int MESSAGES = 64;

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

    private SweepFolder.OpenKey open;
    private String algorithm;

    /** A thread's messages. Public because JMH makes it. */
    @State(Scope.Thread)
    public static class Messages {
        private final byte[][] all = new byte[MESSAGES][];
        private int next;

        /** Draws them. */
        @Setup
        public void draw() {
            SplittableRandom random = new SplittableRandom(Thread.currentThread().getId());
            for (int i = 0; i < MESSAGES; i++) {
                all[i] = new byte[random.nextInt(SHORTEST, LONGEST + 1)];
                random.nextBytes(all[i]);
            }
        }

        private byte[] next() {
            next = next + 1 & MESSAGES - 1;
            return all[next];
        }
    }

    /** Opens the key. */
    @Setup
    public void open() throws IOException, GeneralSecurityException {
        RemoteKeyKind measured = RemoteKeyKind.byId(kind).orElseThrow();
        algorithm = measured.signature();
        open = new SweepFolder(Path.of(folder)).open(measured, key, servers, provider);
    }

    /** Leaves the servers. */
    @TearDown
    public void close() {
        open.close();
    }

    /** One signature. */
    @Benchmark
    public byte[] sign(Messages messages) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(algorithm, open.provider());
        signature.initSign(open.key());
        signature.update(messages.next());
        return signature.sign();
    }
}

package org.eejs.bench.remotekeys;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.util.SplittableRandom;
import org.eejs.result.RemoteKeyKind;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * JCA signatures of 32 to 100 bytes, about as long as the signed data in handshakes and signed XML. The key is local or
 * in key servers; the code is the same.
 */
public class RemoteKeySigning extends RemoteKeyBenchmark {
    private static final int SHORTEST = 32;
    private static final int LONGEST = 100;
    /** The number of different messages, a power of two. */
    private static final int MESSAGES = 64;

    private SweepFolder.OpenKey open;
    private String algorithm;

    /** A thread's messages. Public because JMH makes it. */
    @State(Scope.Thread)
    public static class Messages {
        private final byte[][] all = new byte[MESSAGES][];
        private int next;

        /** Generates the messages. */
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
        algorithm = RemoteKeyKind.byId(kind).orElseThrow().signature();
        open = openKey();
    }

    /** Disconnects from the servers. */
    @TearDown
    public void close() {
        open.close();
    }

    /** Makes one signature. */
    @Benchmark
    public byte[] sign(Messages messages) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(algorithm, open.provider());
        signature.initSign(open.key());
        signature.update(messages.next());
        return signature.sign();
    }
}

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
 * Signatures by the JCA of 32 to 100 bytes, about what handshakes and signed XML have signed. The key is local or in
 * key servers; the code is the same.
 */
public class RemoteKeySigning extends RemoteKeyBenchmark {
    private static final int SHORTEST = 32;
    private static final int LONGEST = 100;
    /** Among these the messages change; a power of two. */
    private static final int MESSAGES = 64;

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
        algorithm = RemoteKeyKind.byId(kind).orElseThrow().signature();
        open = openKey();
    }

    /** Leaves the servers. */
    @TearDown
    public void close() {
        open.close();
    }

    /** Returns one signature. */
    @Benchmark
    public byte[] sign(Messages messages) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(algorithm, open.provider());
        signature.initSign(open.key());
        signature.update(messages.next());
        return signature.sign();
    }
}

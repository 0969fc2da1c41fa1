package org.eejs.bench.random;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Calls of {@code nextBytes} a second, of all threads together, on one generator that they share, as those of an
 * SSLContext do. How many threads is told to JMH ({@code -t 2}). 32 bytes are what a handshake asks for at a time; of
 * 16 KB, the generator's own speed decides.
 *
 * <p>With one thread it hides the locks that it is there to show. With a generator for each thread it would show none
 * either, except of {@code NativePRNG}, whose instances share theirs.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
public class SecureRandomBytes {
    /** A name of {@link RandomSource}. */
    @Param({"NativePRNG", "DRBG", "StripedDRBG", "SHA1PRNG", "EEJS", "LOCKED", "ACCP", "Conscrypt", "BC", "NSS"})
    String source;

    /** How many bytes a call asks for. */
    @Param({"32", "16384"})
    int bytes;

    private SecureRandom random;

    /** Each thread's own bytes, so that threads meet in the generator alone. */
    @State(Scope.Thread)
    public static class Filled {
        private byte[] bytes;

        /** Makes them. */
        @Setup
        public void prepare(SecureRandomBytes benchmark) {
            bytes = new byte[benchmark.bytes];
        }
    }

    /** Opens the generator, and makes sure that it is none that repeats itself. */
    @Setup
    public void prepare() throws GeneralSecurityException {
        random = RandomSource.valueOf(source).open();
        byte[] first = new byte[bytes];
        byte[] second = new byte[bytes];
        random.nextBytes(first);
        random.nextBytes(second);
        if (Arrays.equals(first, second) || Arrays.equals(first, new byte[bytes])) {
            throw new IllegalStateException("the generator of " + source + " gives no random bytes");
        }
    }

    /** One call. */
    @Benchmark
    public byte[] nextBytes(Filled filled) {
        random.nextBytes(filled.bytes);
        return filled.bytes;
    }
}

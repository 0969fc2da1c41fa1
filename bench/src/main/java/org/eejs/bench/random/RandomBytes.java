package org.eejs.bench.random;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.eejs.bench.measuring.CryptoProvider;
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
 * Calls of {@code nextBytes} a second, of all threads together, on one generator of a provider that they share, as
 * those of an SSLContext do. {@link SecureRandomBytes} asks the same for the sources that the cures are compared with,
 * of which one is no provider's.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
public class RandomBytes {
    /** Whose generator. */
    @Param("SUN")
    String provider;

    /** The JCA's name of the generator, or {@code default} for the one that a provider gives who is not asked. */
    @Param("default")
    String algorithm;

    /** How many bytes a call asks for. */
    @Param("32")
    int bytes;

    private SecureRandom random;

    /** Each thread's own bytes, so that threads meet in the generator alone. */
    @State(Scope.Thread)
    public static class Filled {
        private byte[] bytes;

        /** Makes them. */
        @Setup
        public void prepare(RandomBytes benchmark) {
            bytes = new byte[benchmark.bytes];
        }
    }

    /** Opens the generator, and makes sure that it is none that repeats itself. */
    @Setup
    public void prepare() throws GeneralSecurityException {
        random = RandomGroup.generator(CryptoProvider.open(provider), algorithm);
        byte[] first = new byte[bytes];
        byte[] second = new byte[bytes];
        random.nextBytes(first);
        random.nextBytes(second);
        if (Arrays.equals(first, second) || Arrays.equals(first, new byte[bytes])) {
            throw new IllegalStateException("the generator of " + provider + " gives no random bytes");
        }
    }

    /** One call. */
    @Benchmark
    public byte[] nextBytes(Filled filled) {
        random.nextBytes(filled.bytes);
        return filled.bytes;
    }
}

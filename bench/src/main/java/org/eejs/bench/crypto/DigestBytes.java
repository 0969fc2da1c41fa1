package org.eejs.bench.crypto;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
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
 * Messages a second that a message digest takes, each whole. The object is kept; it begins anew by itself after each
 * digest. The digest goes to memory that is kept, too: only what the provider itself allocates is allocated.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
public class DigestBytes {
    /** Whose digest. */
    @Param("SUN")
    String provider;

    /** The JCA's name of the digest. */
    @Param("SHA-256")
    String algorithm;

    /** The length of a message. */
    @Param("16384")
    int bytes;

    private MessageDigest digester;
    private byte[] message;
    private byte[] digest;

    /** Draws the message, and makes sure that it has one digest and not that of another message. */
    @Setup
    public void prepare() throws GeneralSecurityException {
        digester = MessageDigest.getInstance(algorithm, CryptoProvider.open(provider));
        message = new byte[bytes];
        new SecureRandom().nextBytes(message);
        digest = new byte[digester.getDigestLength()];
        byte[] first = digest().clone();
        byte[] second = digest().clone();
        message[bytes - 1] ^= 1;
        if (!Arrays.equals(first, second) || Arrays.equals(second, digest())) {
            throw new IllegalStateException(algorithm + " of " + provider + " is no digest of its message");
        }
    }

    /** Digests the message. */
    @Benchmark
    public byte[] digest() throws GeneralSecurityException {
        digester.update(message, 0, message.length);
        digester.digest(digest, 0, digest.length);
        return digest;
    }
}

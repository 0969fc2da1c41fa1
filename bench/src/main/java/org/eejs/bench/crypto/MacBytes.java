package org.eejs.bench.crypto;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
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
 * Messages a second that are authenticated, each whole. The object is kept with its key, as for the records of a
 * connection; it begins anew by itself after each. The key is as long as the MAC, as TLS has it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
public class MacBytes {
    /** Whose MAC. */
    @Param("SunJCE")
    String provider;

    /** The JCA's name of the MAC. */
    @Param("HmacSHA256")
    String algorithm;

    /** The length of a message. */
    @Param("16384")
    int bytes;

    private Mac authenticator;
    private byte[] message;
    private byte[] mac;

    /** Draws key and message, and makes sure that the message has one MAC and not that of another message. */
    @Setup
    public void prepare() throws GeneralSecurityException {
        authenticator = Mac.getInstance(algorithm, CryptoProvider.open(provider));
        SecureRandom random = new SecureRandom();
        mac = new byte[authenticator.getMacLength()];
        random.nextBytes(mac);
        authenticator.init(new SecretKeySpec(mac, algorithm));
        message = new byte[bytes];
        random.nextBytes(message);
        byte[] first = mac().clone();
        byte[] second = mac().clone();
        message[bytes - 1] ^= 1;
        if (!Arrays.equals(first, second) || Arrays.equals(second, mac())) {
            throw new IllegalStateException(algorithm + " of " + provider + " is no MAC of its message");
        }
    }

    /** Authenticates the message. */
    @Benchmark
    public byte[] mac() throws GeneralSecurityException {
        authenticator.update(message, 0, message.length);
        authenticator.doFinal(mac, 0);
        return mac;
    }
}

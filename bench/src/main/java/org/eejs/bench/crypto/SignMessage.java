package org.eejs.bench.crypto;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Provider;
import java.security.Signature;
import java.security.SignatureException;
import java.util.concurrent.TimeUnit;
import org.eejs.bench.measuring.CryptoProvider;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Signatures and verifications a second, of 64 bytes: what a signature costs, its hash included, by an object that has
 * its key already and is used again. A TLS server makes an object for each handshake, but with the same key; what the
 * look-up costs is measured by itself.
 *
 * <p>Each message is another one. ML-DSA tries until a signature is short enough, and who leaves nothing to chance, as
 * Bouncy Castle, would try equally often each time for the same message: the figure would be that of the message.
 * Random numbers, where a signature takes some, come from where the provider has them by itself.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class SignMessage {
    /** How many bytes are signed. */
    public static final int MESSAGE_LENGTH = 64;

    /** A provider, by the name that {@link CryptoProvider} knows. */
    @Param("SunRsaSign")
    String provider;

    /** The {@link SignatureAlgorithm#id()}. */
    @Param("RSA-2048")
    String algorithm;

    private final byte[] message = new byte[MESSAGE_LENGTH];
    private final ByteBuffer counter = ByteBuffer.wrap(message);
    private final byte[] verifiedMessage = new byte[MESSAGE_LENGTH];
    private long signed;
    private Signature signer;
    private Signature verifier;
    private byte[] signature;

    /** Gives both objects their keys, and makes sure that one verifies what the other signs. */
    @Setup
    public void prepare() throws GeneralSecurityException {
        Provider opened = CryptoProvider.open(provider);
        SignatureAlgorithm signatures = SignatureAlgorithm.byId(algorithm);
        signer = signatures.open(opened);
        verifier = signatures.open(opened);
        KeyPair pair = signatures.keys().in(opened);
        signer.initSign(pair.getPrivate());
        verifier.initVerify(pair.getPublic());
        signer.update(verifiedMessage);
        signature = signer.sign();
        verify();
        byte[] next = sign();
        verifier.update(message);
        if (!verifier.verify(next)) {
            throw new IllegalStateException(provider + " refuses what it signs after its first signature");
        }
    }

    /** Signs a message. */
    @Benchmark
    public byte[] sign() throws SignatureException {
        counter.putLong(0, ++signed);
        signer.update(message);
        return signer.sign();
    }

    /** Verifies a signature. */
    @Benchmark
    public boolean verify() throws SignatureException {
        verifier.update(verifiedMessage);
        if (!verifier.verify(signature)) {
            throw new IllegalStateException(provider + " refuses its own signature");
        }
        return true;
    }
}

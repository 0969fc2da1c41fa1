package org.eejs.bench.crypto;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Provider;
import java.security.Signature;
import java.security.SignatureException;
import java.util.List;
import java.util.Locale;
import org.eejs.banking.Named;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.RateBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Signatures and verifications a second, of 64 bytes, hash included, by a reused object that has its key. A TLS server
 * makes an object for each handshake, but with the same key; the look-up has a separate benchmark.
 *
 * <p>Each message is different. ML-DSA tries until a signature is short enough. A deterministic provider such as Bouncy
 * Castle would need the same number of tries each time for the same message, so the figure would depend on that
 * message. Random numbers for signatures come from the provider's default source.
 */
public class SignMessage extends RateBenchmark {
    /** The number of bytes to sign. */
    public static final int MESSAGE_LENGTH = 64;
    private static final int SIGNATURES = 16;
    /** The number of signatures by hashes only: each takes a second. */
    private static final int FEW_SIGNATURES = 2;

    /**
     * Signatures by RSA, on curves, on lattices, and by hashes. OpenSSL signs an existing hash, except by Ed25519;
     * hashing 64 bytes costs less than 1% of a P-256 signature.
     */
    public static final Group GROUP = Group.named("sign", SignMessage.class).title("Signatures")
            .about("Signs or verifies " + MESSAGE_LENGTH + " bytes, hash included, by a reused object that has its "
                    + "key. The time to make the object and to read the key is not included.")
            .operations(List.of("sign"), List.of("sign", "verify"))
            .algorithms(List.of("RSA-2048", "RSA-2048-PSS", "ECDSA-P-256", "Ed25519", "ML-DSA-65"),
                    Named.ids(SignatureAlgorithm.class))
            .quickProviders(CryptoProvider.WITHOUT_PKCS11)
            .warmupFactor(2)
            .intrinsics()
            .openSsl((operation, algorithm) -> switch (algorithm) {
                case "RSA-2048", "RSA-3072", "RSA-4096", "ECDSA-P-256", "ECDSA-P-384", "Ed25519" ->
                    List.of(algorithm.toLowerCase(Locale.ROOT).replace("-", ""));
                default -> List.of();
            })
            .checkedBy((provider, algorithm) -> new SignatureAnswers(provider,
                    Named.byId(SignatureAlgorithm.class, "a signature algorithm", algorithm)).run());

    /** A provider, by the name that {@link CryptoProvider} knows. */
    @Param("SunRsaSign")
    String provider;

    /** The {@link SignatureAlgorithm#id()}. */
    @Param("RSA-2048")
    String algorithm;

    private final byte[] message = new byte[MESSAGE_LENGTH];
    private final ByteBuffer counter = ByteBuffer.wrap(message);
    private byte[][] messages;
    private byte[][] signatures;
    private long signed;
    private int turn;
    private Signature signer;
    private Signature verifier;

    /** Gives both objects their keys, and makes sure that one verifies what the other signs. */
    @Setup
    public void prepare() throws GeneralSecurityException {
        Provider opened = CryptoProvider.open(provider);
        SignatureAlgorithm kind = Named.byId(SignatureAlgorithm.class, "a signature algorithm", algorithm);
        signer = kind.open(opened);
        verifier = kind.open(opened);
        KeyPair pair = kind.keys().in(opened);
        signer.initSign(pair.getPrivate());
        verifier.initVerify(pair.getPublic());
        int count = kind.keys().isHashBased() ? FEW_SIGNATURES : SIGNATURES;
        messages = new byte[count][];
        signatures = new byte[count][];
        for (int i = 0; i < count; i++) {
            signatures[i] = sign();
            messages[i] = message.clone();
        }
        for (int i = 0; i < count; i++) {
            verify();
        }
    }

    /** Signs a message. */
    @Benchmark
    public byte[] sign() throws SignatureException {
        counter.putLong(0, ++signed);
        signer.update(message);
        return signer.sign();
    }

    /** Verifies the signature of one of several messages. */
    @Benchmark
    public boolean verify() throws SignatureException {
        turn = (turn + 1) % signatures.length;
        verifier.update(messages[turn]);
        if (!verifier.verify(signatures[turn])) {
            throw new IllegalStateException(provider + " refuses its own signature");
        }
        return true;
    }
}

package org.eejs.bench.crypto;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import javax.crypto.KeyAgreement;
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
 * Agreements on a secret a second. The object is kept; it is given the private key each time, since in TLS no key is
 * used for a second handshake. The peer's key is an object already: to read it from its bytes is not counted.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class KeyAgreements {
    /** A provider, by the name that {@link CryptoProvider} knows. */
    @Param("SunEC")
    String provider;

    /** The {@link AgreementAlgorithm#id()}. */
    @Param("X25519")
    String algorithm;

    private KeyAgreement agreement;
    private KeyPairGenerator generator;
    private PrivateKey own;
    private PublicKey peer;

    /** Makes a peer, and makes sure that it finds the same secret. */
    @Setup
    public void prepare() throws GeneralSecurityException {
        Provider opened = CryptoProvider.open(provider);
        AgreementAlgorithm agreements = AgreementAlgorithm.byId(algorithm);
        agreement = agreements.open(opened);
        generator = agreements.keys().generator(opened);
        KeyPair pair = agreements.keys().in(opened);
        KeyPair peers = generator.generateKeyPair();
        own = pair.getPrivate();
        peer = peers.getPublic();
        if (!Arrays.equals(agree(), secret(agreement, peers.getPrivate(), pair.getPublic()))) {
            throw new IllegalStateException(provider + " does not agree with itself");
        }
    }

    /** A private key and a peer's public key to their secret. */
    @Benchmark
    public byte[] agree() throws GeneralSecurityException {
        return secret(agreement, own, peer);
    }

    /** A new pair of keys, and the secret with a peer: what one side of a handshake by ECDHE pays. */
    @Benchmark
    public byte[] ephemeral() throws GeneralSecurityException {
        return secret(agreement, generator.generateKeyPair().getPrivate(), peer);
    }

    /** What a key and a peer's agree on, as it is measured. */
    static byte[] secret(KeyAgreement agreement, PrivateKey own, PublicKey peer) throws GeneralSecurityException {
        agreement.init(own);
        agreement.doPhase(peer, true);
        return agreement.generateSecret();
    }
}

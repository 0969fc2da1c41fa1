package org.eejs.remotekey.keys;

import com.google.protobuf.ByteString;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eejs.remotekey.signature.SignatureScheme;
import org.eejs.remotekey.signature.SignatureScheme.Digest;
import org.eejs.remotekey.signature.SigningEngine;

/** A key that the server signs with, its certificates, and the engines that sign with it. Thread-safe. */
public final class ServedKey {
    private final String name;
    private final PrivateKey key;
    private final PublicKey publicKey;
    private final ByteString publicKeyHash;
    private final List<ByteString> chain = new ArrayList<>();
    private final Provider provider;
    private final boolean blocking;
    /**
     * Schemes that the provider does not support with it, such as those of a token that does not apply a key to input
     * that it has not padded.
     */
    private final Set<SignatureScheme> unable = ConcurrentHashMap.newKeySet();
    /** Unused engines: as many as there have been signatures at the same time. */
    private final Map<EngineKind, Queue<SigningEngine>> engines = new ConcurrentHashMap<>();

    /** The purpose of engines: digests or messages, by a scheme. */
    private record EngineKind(SignatureScheme scheme, boolean digested) {}

    /**
     * A key in its provider's own form.
     *
     * @param chain its certificate first
     * @param blocking whether a signature waits for something other than a processor, as a token's does
     */
    public ServedKey(String name, PrivateKey key, List<X509Certificate> chain, Provider provider, boolean blocking)
            throws GeneralSecurityException {
        this.name = name;
        this.key = key;
        this.publicKey = chain.get(0).getPublicKey();
        this.publicKeyHash = hash(publicKey);
        this.provider = provider;
        this.blocking = blocking;
        for (X509Certificate certificate : chain) {
            this.chain.add(ByteString.copyFrom(certificate.getEncoded()));
        }
    }

    public String name() {
        return name;
    }

    /** Returns the hash that requests use, in addition to its name, to identify it. */
    public ByteString publicKeyHash() {
        return publicKeyHash;
    }

    /** Returns the SHA-256 of a key's SubjectPublicKeyInfo. */
    public static ByteString hash(PublicKey key) {
        return ByteString.copyFrom(Digest.SHA256.of(key.getEncoded()));
    }

    /** Returns its certificates in DER, its own first. */
    public List<ByteString> chain() {
        return chain;
    }

    /** Returns whether a signature waits for something other than a processor. */
    public boolean blocking() {
        return blocking;
    }

    /** Returns the kind of key, such as "RSA 2048". */
    public String kind() {
        return kind(publicKey);
    }

    /** Returns the kind of key, such as "RSA 2048". */
    static String kind(PublicKey key) {
        return key.getAlgorithm() + " " + size(key);
    }

    /** Returns the size of the modulus or of the curve's order, in bits. */
    public static int size(PublicKey key) {
        return key instanceof RSAPublicKey rsa ? rsa.getModulus().bitLength()
                : key instanceof ECPublicKey ec ? ec.getParams().getOrder().bitLength() : 0;
    }

    /** Returns whether it fits a scheme: of the right kind, and large enough. */
    public boolean fits(SignatureScheme scheme) {
        return publicKey.getAlgorithm().equals(scheme.keyAlgorithm()) && size(publicKey) >= scheme.smallestModulus()
                && !unable.contains(scheme);
    }

    /**
     * Signs.
     *
     * @param digested whether the input is the digest of the message, or the message
     * @throws GeneralSecurityException or a runtime exception if the provider fails
     */
    public byte[] sign(SignatureScheme scheme, boolean digested, byte[] input) throws GeneralSecurityException {
        Queue<SigningEngine> idle = engines.computeIfAbsent(new EngineKind(scheme, digested),
                any -> new ConcurrentLinkedQueue<>());
        SigningEngine engine = idle.poll();
        if (engine == null) {
            int bits = size(publicKey);
            engine = digested ? SigningEngine.ofDigests(scheme, key, bits, provider)
                    : SigningEngine.ofMessages(scheme, key, bits, provider);
        }
        byte[] signature = engine.sign(input);
        // An engine that has thrown may be in any state, so it is not reused.
        idle.add(engine);
        return signature;
    }

    /**
     * Signs once in every way that fits, and lets the JDK verify it with the certificate. This finds a key that is not
     * the certificate's, and a provider that does not support what it claims. From then on, schemes that a token does
     * not support do not fit.
     *
     * @throws GeneralSecurityException with the scheme that fails; for a token, only if all fail
     */
    void check() throws GeneralSecurityException {
        List<SignatureScheme> fitting = Arrays.stream(SignatureScheme.values()).filter(this::fits).toList();
        for (SignatureScheme scheme : fitting) {
            try {
                check(scheme);
            } catch (GeneralSecurityException | RuntimeException e) {
                unable.add(scheme);
                if (!blocking || unable.size() == fitting.size()) {
                    throw e;
                }
            }
        }
    }

    private void check(SignatureScheme scheme) throws GeneralSecurityException {
        byte[] message = {1, 2, 3};
        byte[] digest = scheme.digest().of(message);
        for (boolean digested : List.of(true, false)) {
            byte[] signature = sign(scheme, digested, digested ? digest : message);
            Signature verifier = Signature.getInstance(scheme.signatureName(),
                    scheme.keyAlgorithm().equals("RSA") ? "SunRsaSign" : "SunEC");
            if (scheme.parameters() != null) {
                verifier.setParameter(scheme.parameters());
            }
            verifier.initVerify(publicKey);
            verifier.update(message);
            if (!verifier.verify(signature)) {
                throw new GeneralSecurityException("the signature of %s by %s is not verified by the certificate"
                        .formatted(provider.getName(), scheme));
            }
        }
    }
}

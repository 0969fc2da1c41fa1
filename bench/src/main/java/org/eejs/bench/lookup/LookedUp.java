package org.eejs.bench.lookup;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Signature;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;

/** Services that applications look up, by type and algorithm as the JCA names them. */
enum LookedUp {
    SHA_256("MessageDigest.SHA-256", MessageDigest::getInstance, MessageDigest::getInstance,
            service -> ((MessageDigest) service).getProvider()),
    SHA_256_WITH_RSA("Signature.SHA256withRSA", Signature::getInstance, Signature::getInstance,
            service -> ((Signature) service).getProvider()),
    AES_GCM("Cipher.AES/GCM/NoPadding", Cipher::getInstance, Cipher::getInstance,
            service -> ((Cipher) service).getProvider()),
    HMAC_SHA_256("Mac.HmacSHA256", Mac::getInstance, Mac::getInstance, service -> ((Mac) service).getProvider()),
    X25519("KeyAgreement.X25519", KeyAgreement::getInstance, KeyAgreement::getInstance,
            service -> ((KeyAgreement) service).getProvider()),
    /** Nobody names an algorithm of random numbers: {@code new SecureRandom()}. */
    SECURE_RANDOM("SecureRandom", algorithm -> new SecureRandom(), SecureRandom::getInstance,
            service -> ((SecureRandom) service).getProvider());

    /** A look-up among all providers, in their order. */
    private interface ByName {
        Object of(String algorithm) throws GeneralSecurityException;
    }

    /** A look-up at one. */
    private interface FromProvider {
        Object of(String algorithm, Provider provider) throws GeneralSecurityException;
    }

    private final String label;
    private final ByName byName;
    private final FromProvider fromProvider;
    private final Function<Object, Provider> providerOf;

    LookedUp(String label, ByName byName, FromProvider fromProvider, Function<Object, Provider> providerOf) {
        this.label = label;
        this.byName = byName;
        this.fromProvider = fromProvider;
        this.providerOf = providerOf;
    }

    /** All by their names for people. */
    static List<String> labels() {
        return Arrays.stream(values()).map(each -> each.label).toList();
    }

    /**
     * The one of that name.
     *
     * @throws IllegalArgumentException with a line that lists those that exist
     */
    static LookedUp of(String label) {
        return Arrays.stream(values()).filter(each -> each.label.equals(label)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + label + "' is not looked up; there are "
                        + String.join(", ", labels())));
    }

    /**
     * The algorithm to ask a provider for.
     *
     * @throws NoSuchAlgorithmException when the provider lacks the whole type
     */
    String algorithmOf(Provider provider) throws NoSuchAlgorithmException {
        if (this != SECURE_RANDOM) {
            return label.substring(label.indexOf('.') + 1);
        }
        SecureRandom byName = new SecureRandom();
        if (byName.getProvider() == provider) {
            return byName.getAlgorithm();
        }
        throw new NoSuchAlgorithmException(provider.getName() + " does not give what new SecureRandom() makes");
    }

    /** An object of the first provider that has the algorithm. */
    Object byName(String algorithm) throws GeneralSecurityException {
        return byName.of(algorithm);
    }

    /** An object of this provider. */
    Object fromProvider(String algorithm, Provider provider) throws GeneralSecurityException {
        return fromProvider.of(algorithm, provider);
    }

    /** Whose object it is. */
    Provider providerOf(Object service) {
        return providerOf.apply(service);
    }
}

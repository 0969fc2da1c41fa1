package org.eejs.xmlload.keys;

import java.security.KeyPair;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Signature;

/**
 * What signs, and what validates. Thread-safe as far as the provider is.
 *
 * @param key the kind of the keys
 * @param keys the keys; those of a token or of a key server need not show their private part
 * @param provider whose signatures are used; null for the JVM's own choice
 */
public record SignatureSetup(SignatureKey key, KeyPair keys, Provider provider) {
    /**
     * Makes a key with a provider. A token makes it inside, as an object of a session, and keeps it there; of a key
     * server it is the key of that name. The provider is not installed, so nothing else in the JVM is done by it.
     *
     * @param algorithm the id of a {@link SignatureKey}
     * @param option {@code JDK} for the JVM's own choice, the name of a provider that the JVM has, the class of one on
     *     the class path, {@code SunPKCS11:FILE} with a configuration of the JDK's bridge to PKCS#11, or
     *     {@code EEJSRemote:FILE} with the file of a cluster of key servers
     * @throws IllegalArgumentException with a line that reports what is not available, and lists what is
     */
    public static SignatureSetup open(String algorithm, String option) {
        return SignatureKeys.open(algorithm, option);
    }

    /** An engine of the provider, or of the JVM's own choice, for a signature by its name in the JCA. */
    public Signature engine(String name) throws NoSuchAlgorithmException {
        return provider == null ? Signature.getInstance(name) : Signature.getInstance(name, provider);
    }
}

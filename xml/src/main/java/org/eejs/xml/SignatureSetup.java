package org.eejs.xml;

import java.security.KeyPair;
import java.security.Provider;

/**
 * What signs, and what validates. Thread-safe as far as the provider is.
 *
 * @param algorithm the key's name in options, for example {@code rsa-2048}
 * @param keys the keys; those of a token or of a key server need not show their private part
 * @param provider whose signatures are used; null for the JVM's own choice
 */
public record SignatureSetup(String algorithm, KeyPair keys, Provider provider) {
    /** Makes a key with a provider; see {@link SignatureKeys#open}. */
    public static SignatureSetup open(String algorithm, String option) {
        return SignatureKeys.open(algorithm, option);
    }
}

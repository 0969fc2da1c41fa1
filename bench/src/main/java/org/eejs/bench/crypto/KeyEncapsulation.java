package org.eejs.bench.crypto;

import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/**
 * Key encapsulation as an application calls it: by {@code javax.crypto.KEM} where the JDK has that, else by Bouncy
 * Castle's own API. Not thread-safe.
 */
public interface KeyEncapsulation {
    /** A secret and what tells it to the peer, in the API's own object. */
    Object encapsulate(PublicKey peer) throws GeneralSecurityException;

    /** The secret that an encapsulation tells, in the API's own object. */
    Object decapsulate(PrivateKey own, byte[] encapsulation) throws GeneralSecurityException;

    /** What tells the secret to the peer. */
    byte[] encapsulationOf(Object encapsulated);

    /** The secret, of what {@link #encapsulate} or {@link #decapsulate} gave. */
    byte[] secretOf(Object encapsulated);

    /**
     * That of a provider.
     *
     * @throws NoSuchAlgorithmException when the provider has none, or this JDK has no place for it
     */
    static KeyEncapsulation open(Provider provider, KeyAlgorithm algorithm) throws GeneralSecurityException {
        if (JdkKeyEncapsulation.isHere()) {
            return new JdkKeyEncapsulation(provider, algorithm);
        }
        if (provider instanceof BouncyCastleProvider) {
            return new BcKeyEncapsulation(provider, algorithm);
        }
        throw new NoSuchAlgorithmException("this JDK has no javax.crypto.KEM");
    }
}

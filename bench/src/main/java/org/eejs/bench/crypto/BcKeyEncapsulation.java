package org.eejs.bench.crypto;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;
import org.bouncycastle.jcajce.SecretKeyWithEncapsulation;
import org.bouncycastle.jcajce.spec.KEMExtractSpec;
import org.bouncycastle.jcajce.spec.KEMGenerateSpec;

/** Bouncy Castle's own API of key encapsulation, a KeyGenerator, which JDKs without {@code javax.crypto.KEM} take. */
public final class BcKeyEncapsulation implements KeyEncapsulation {
    /** The secret is taken as it is: without a length of its own, the API would derive another one. */
    private static final String SECRET = "AES";
    private static final int SECRET_BITS = 256;

    private final KeyGenerator generator;

    /**
     * That of Bouncy Castle's provider.
     *
     * @throws java.security.NoSuchAlgorithmException when this version has none
     */
    public BcKeyEncapsulation(Provider provider, KeyAlgorithm algorithm) throws GeneralSecurityException {
        generator = KeyGenerator.getInstance(algorithm.jcaName(), provider);
    }

    @Override
    public Object encapsulate(PublicKey peer) throws GeneralSecurityException {
        generator.init(new KEMGenerateSpec.Builder(peer, SECRET, SECRET_BITS).withNoKdf().build());
        return generator.generateKey();
    }

    @Override
    public Object decapsulate(PrivateKey own, byte[] encapsulation) throws GeneralSecurityException {
        generator.init(new KEMExtractSpec.Builder(own, encapsulation, SECRET, SECRET_BITS).withNoKdf().build());
        return generator.generateKey();
    }

    @Override
    public byte[] encapsulationOf(Object encapsulated) {
        return ((SecretKeyWithEncapsulation) encapsulated).getEncapsulation();
    }

    @Override
    public byte[] secretOf(Object encapsulated) {
        return ((SecretKey) encapsulated).getEncoded();
    }
}

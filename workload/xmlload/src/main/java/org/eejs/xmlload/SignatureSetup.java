package org.eejs.xmlload;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.ProviderException;
import java.security.Signature;
import java.security.SignatureException;
import org.eejs.pix.message.OneLine;

/**
 * Key and provider of signatures. Thread-safe as far as the provider is.
 *
 * @param key the kind of the keys
 * @param keys the keys; those of a token or of a key server need not show their private part
 * @param provider the provider of the signatures; null for the JVM's own choice
 */
public record SignatureSetup(SignatureKey key, KeyPair keys, Provider provider) {
    /**
     * Makes a key with a provider. A token makes it inside, as an object of a session, and keeps it there. If a
     * provider makes no keys, the JVM chooses another. The provider is not installed, so nothing else in the JVM uses
     * it.
     *
     * @param provider null for the JVM's own choice
     * @throws IllegalArgumentException with a line that reports what is not available
     */
    public static SignatureSetup make(SignatureKey key, Provider provider) {
        boolean generates = provider != null && provider.getService("KeyPairGenerator", key.jcaName()) != null;
        try {
            return new SignatureSetup(key, key.generate(generates ? provider : null), provider).proven();
        } catch (GeneralSecurityException | ProviderException e) {
            throw new IllegalArgumentException("%s cannot sign with a key %s: %s".formatted(
                    provider == null ? "the JVM" : provider.getName(), key.id(), causes(e)), e);
        }
    }

    /**
     * Tries the keys, so that failures are reported before the measurement. The JVM chooses the verifying provider,
     * since agreeing with itself does not prove a provider correct.
     *
     * @return this setup
     */
    public SignatureSetup proven() throws GeneralSecurityException {
        byte[] data = new byte[64];
        Signature signing = engine(key.signatureName());
        signing.initSign(keys.getPrivate());
        signing.update(data);
        byte[] value = signing.sign();
        Signature verifying = Signature.getInstance(key.signatureName());
        verifying.initVerify(keys.getPublic());
        verifying.update(data);
        if (!verifying.verify(value)) {
            throw new SignatureException("a signature that it made does not verify");
        }
        return this;
    }

    /** Returns an engine of the provider, or of the JVM's own choice, for a signature by its name in the JCA. */
    public Signature engine(String name) throws NoSuchAlgorithmException {
        return provider == null ? Signature.getInstance(name) : Signature.getInstance(name, provider);
    }

    private static String causes(Throwable e) {
        StringBuilder line = new StringBuilder();
        for (Throwable each = e; each != null; each = each.getCause()) {
            String said = each.getMessage() == null ? each.getClass().getSimpleName() : each.getMessage();
            if (line.indexOf(said) < 0) {
                line.append(line.length() == 0 ? "" : ": ").append(said);
            }
        }
        return OneLine.of(line.toString());
    }
}

package org.eejs.pix.signature;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.Signature;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Engines that sign with one key from any number of threads. A {@link Signature} serves one thread at a time, and
 * creating one with its key can take as long as signing. So this class keeps as many as are used at a time, and no
 * thread waits for another. Thread-safe.
 */
public final class SignatureEngines {
    private final PrivateKey key;
    private final String algorithm;
    private final Provider provider;
    private final Queue<Signature> idle = new ConcurrentLinkedQueue<>();

    /**
     * Creates engines for a key.
     *
     * @param provider null for the first that takes the key
     * @throws GeneralSecurityException if the algorithm is not available, or not with this key
     */
    public SignatureEngines(PrivateKey key, String algorithm, Provider provider) throws GeneralSecurityException {
        this.key = key;
        this.algorithm = algorithm;
        this.provider = provider;
        idle.add(engine());
    }

    private Signature engine() throws GeneralSecurityException {
        Signature signature = provider == null ? Signature.getInstance(algorithm)
                : Signature.getInstance(algorithm, provider);
        signature.initSign(key);
        return signature;
    }

    /** Signs; an engine that failed is discarded. */
    public byte[] sign(byte[] data) throws GeneralSecurityException {
        Signature engine = idle.poll();
        if (engine == null) {
            engine = engine();
        }
        engine.update(data);
        byte[] value = engine.sign();
        idle.add(engine);
        return value;
    }
}

package org.eejs.pix.signature;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.Signature;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Signs with one key from any number of threads. A {@link Signature} serves one thread at a time, and to make one and
 * give it the key can take as long as to sign; so they are kept, as many as are used at a time, and no thread waits for
 * another. Thread-safe.
 */
public final class SignatureEngines {
    /** More threads than this at a time get one of their own for once. */
    private static final int KEPT = 64;

    private final PrivateKey key;
    private final String algorithm;
    private final Provider provider;
    private final AtomicReferenceArray<Signature> idle = new AtomicReferenceArray<>(KEPT);

    /**
     * Engines for a key.
     *
     * @param provider null for the first that takes the key
     * @throws GeneralSecurityException when the algorithm is not to be had, or not with this key
     */
    public SignatureEngines(PrivateKey key, String algorithm, Provider provider) throws GeneralSecurityException {
        this.key = key;
        this.algorithm = algorithm;
        this.provider = provider;
        giveBack(engine());
    }

    private Signature engine() throws GeneralSecurityException {
        Signature signature = provider == null ? Signature.getInstance(algorithm)
                : Signature.getInstance(algorithm, provider);
        signature.initSign(key);
        return signature;
    }

    /** Signs; an engine that failed is thrown away. */
    public byte[] sign(byte[] data) throws GeneralSecurityException {
        Signature engine = take();
        if (engine == null) {
            engine = engine();
        }
        engine.update(data);
        byte[] value = engine.sign();
        giveBack(engine);
        return value;
    }

    private Signature take() {
        int first = place();
        for (int i = 0; i < KEPT; i++) {
            int at = first + i & KEPT - 1;
            if (idle.getPlain(at) != null) {
                Signature engine = idle.getAndSet(at, null);
                if (engine != null) {
                    return engine;
                }
            }
        }
        return null;
    }

    private void giveBack(Signature engine) {
        int first = place();
        for (int i = 0; i < KEPT; i++) {
            int at = first + i & KEPT - 1;
            if (idle.getPlain(at) == null && idle.compareAndSet(at, null, engine)) {
                return;
            }
        }
    }

    /** Threads begin to look at different places, each always at the same. */
    private static int place() {
        return System.identityHashCode(Thread.currentThread()) & KEPT - 1;
    }
}

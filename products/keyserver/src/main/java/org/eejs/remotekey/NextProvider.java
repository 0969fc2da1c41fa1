package org.eejs.remotekey;

import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import java.security.Signature;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import java.util.List;

/**
 * The provider that the JVM would use for an algorithm without EEJSRemote. It chooses as {@link Signature} does: the
 * first provider that takes the first key, or the first of all if parameters come before a key. Keeps its choice. Not
 * thread-safe.
 */
final class NextProvider {
    /** Set while a provider is asked, which may ask EEJSRemote in turn. */
    private static final ThreadLocal<Boolean> ASKING = ThreadLocal.withInitial(() -> false);

    private final String algorithm;
    /** Whether another provider created this one to delegate to; delegating again would never end. */
    private final boolean nested = ASKING.get();
    private Provider chosen;

    /** The initialisation of a signature with a key. */
    interface Initialization {
        void of(Signature signature) throws InvalidKeyException;
    }

    NextProvider(String algorithm) {
        this.algorithm = algorithm;
    }

    /** Returns a signature that has no key yet, or {@code null} if no other provider has the algorithm. */
    Signature any() {
        try {
            return initialized(null, null, signature -> { });
        } catch (InvalidKeyException e) {
            return null;
        }
    }

    /**
     * Returns a signature that is initialised.
     *
     * @param parameters are set before the key; {@code null} for none
     * @throws InvalidKeyException if no provider takes key and parameters
     */
    Signature initialized(Key key, AlgorithmParameterSpec parameters, Initialization initialization)
            throws InvalidKeyException {
        Exception first = null;
        for (Provider provider : candidates()) {
            if (chosen == null && !mayTake(provider, key)) {
                continue;
            }
            try {
                ASKING.set(true);
                Signature signature = Signature.getInstance(algorithm, provider);
                if (parameters != null) {
                    signature.setParameter(parameters);
                }
                initialization.of(signature);
                chosen = provider;
                return signature;
            } catch (NoSuchAlgorithmException e) {
                // Another provider may accept it.
            } catch (InvalidKeyException | InvalidAlgorithmParameterException | RuntimeException e) {
                first = first == null ? e : first;
            } finally {
                ASKING.set(nested);
            }
        }
        throw refusal(key, first);
    }

    private List<Provider> candidates() {
        return nested ? List.of() : chosen != null ? List.of(chosen) : Arrays.stream(Security.getProviders())
                .filter(provider -> !provider.getName().equals(RemoteKeyProvider.NAME)).toList();
    }

    private boolean mayTake(Provider provider, Key key) {
        Provider.Service service = provider.getService("Signature", algorithm);
        return key == null || service == null || service.supportsParameter(key);
    }

    /** Returns the exception that a Signature would throw, or throws it. */
    private InvalidKeyException refusal(Key key, Exception cause) {
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return cause instanceof InvalidKeyException invalid ? invalid : new InvalidKeyException(
                "no provider takes this key for " + algorithm + ": "
                + (key == null ? "null" : key.getClass().getName()), cause);
    }
}

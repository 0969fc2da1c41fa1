package org.eejs.jsse.context;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import org.eejs.jsse.keys.CachingKeyManager;
import org.eejs.jsse.trust.TrustMaterial;

/**
 * All that a client demands of a connection. A client may resume a session only if it was begun on the same terms. JSSE
 * looks sessions up by host and port, and of the earlier terms compares only protocol, cipher suite and the algorithm
 * of endpoint identification.
 */
final class SessionPolicy {
    /** All getters of the running JDK: newer ones have more settings than Java 8. */
    private static final Method[] GETTERS = Arrays.stream(SSLParameters.class.getMethods())
            .filter(method -> method.getDeclaringClass() == SSLParameters.class && method.getParameterCount() == 0
                    && method.getReturnType() != void.class)
            .sorted(Comparator.comparing(Method::getName)).toArray(Method[]::new);

    private final Material material;
    private final List<Object> parameters;
    /** Computed once: constraints are the caller's code, which must not run while a cache is locked. */
    private final int hash;

    private SessionPolicy(Material material, List<Object> parameters) {
        this.material = material;
        this.parameters = parameters;
        this.hash = 31 * material.hashCode() + parameters.hashCode();
    }

    /** Returns the policy of a client. */
    static SessionPolicy of(Material material, SSLParameters parameters) {
        List<Object> values = new ArrayList<>();
        for (Method getter : GETTERS) {
            try {
                Object value = getter.invoke(parameters);
                values.add(value instanceof Object[] ? Arrays.asList((Object[]) value) : value);
            } catch (IllegalAccessException | InvocationTargetException e) {
                // Public methods of a public class of the JDK, which only return fields.
                throw new IllegalStateException(getter + " of the JDK failed: " + e, e);
            }
        }
        return new SessionPolicy(material, values);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SessionPolicy && hash == ((SessionPolicy) other).hash
                && material.equals(((SessionPolicy) other).material)
                && parameters.equals(((SessionPolicy) other).parameters);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /**
     * The parts of a context. Managers are equal only if they are the same object. So no session is ever resumed under
     * another trust or another key than the one that it began with.
     */
    static final class Material {
        private final String protocol;
        private final CachingKeyManager keys;
        private final TrustManager trust;
        private final SecureRandom random;

        private Material(String protocol, CachingKeyManager keys, TrustManager trust, SecureRandom random) {
            this.protocol = protocol;
            this.keys = keys;
            this.trust = trust;
            this.random = random;
        }

        /**
         * Returns the material, or null if a manager is not EEJS's, and so may decide differently for each context.
         *
         * @param random one of a kind whose objects are interchangeable, or null
         */
        static Material of(String protocol, KeyManager[] keys, TrustManager[] trust, SecureRandom random) {
            boolean keyless = keys == null || keys.length == 0;
            if (trust == null || trust.length != 1 || !TrustMaterial.PROCESS.has(trust[0])
                    || !keyless && (keys.length != 1 || !(keys[0] instanceof CachingKeyManager))) {
                return null;
            }
            return new Material(protocol, keyless ? null : (CachingKeyManager) keys[0], trust[0], random);
        }

        /** Returns the material of a handshake: a key manager that is shared now may become separate later. */
        Material now() {
            return keys == null ? this : new Material(protocol, keys.serving(), trust, random);
        }

        /** Initialises a context with it. */
        void init(SSLContext context) throws KeyManagementException {
            context.init(keys == null ? null : new KeyManager[] {keys}, new TrustManager[] {trust}, random);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Material && protocol.equals(((Material) other).protocol)
                    && keys == ((Material) other).keys && trust == ((Material) other).trust;
        }

        @Override
        public int hashCode() {
            return 31 * System.identityHashCode(keys) + System.identityHashCode(trust);
        }
    }
}

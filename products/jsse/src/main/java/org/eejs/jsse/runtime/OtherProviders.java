package org.eejs.jsse.runtime;

import java.security.NoSuchAlgorithmException;
import java.security.NoSuchProviderException;
import java.security.Provider;
import java.security.Security;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * The services behind those of EEJS: the JDK's own, looked up by the names of its providers. So EEJS never asks itself,
 * whatever its position in the list of providers. Thread-safe.
 */
public final class OtherProviders {
    private static final String JSSE = "SunJSSE";
    /** The JDK's key stores are in SUN; before Java 9, PKCS12 was in SunJSSE. */
    private static final String[] KEY_STORE_PROVIDERS = {"SUN", JSSE};

    private OtherProviders() {}

    /**
     * Returns the key store of a type that is used behind EEJS: the JDK's, else the first of any other provider.
     *
     * @throws NoSuchAlgorithmException if no other provider has one
     */
    public static Provider.Service keyStore(String type) throws NoSuchAlgorithmException {
        for (String name : KEY_STORE_PROVIDERS) {
            // The other providers are not asked yet: loading them all takes 50 ms.
            Provider provider = Security.getProvider(name);
            Provider.Service service = provider == null ? null : provider.getService("KeyStore", type);
            if (service != null) {
                return service;
            }
        }
        for (Provider provider : Security.getProviders()) {
            Provider.Service service = provider.getService("KeyStore", type);
            if (service != null && !Settings.PROVIDER.equals(provider.getName())) {
                return service;
            }
        }
        throw new NoSuchAlgorithmException("no provider but " + Settings.PROVIDER + " has a KeyStore " + type
                + ", and it needs one behind it; install SUN or another one");
    }

    /**
     * Returns the JDK's SSLContext.
     *
     * @throws NoSuchAlgorithmException if there is none of this protocol
     */
    public static SSLContext sslContext(String protocol) throws NoSuchAlgorithmException {
        try {
            return SSLContext.getInstance(protocol, JSSE);
        } catch (NoSuchProviderException e) {
            throw withoutJsse("SSLContext " + protocol, e);
        }
    }

    /**
     * Returns the JDK's factory of trust managers that validate by PKIX.
     *
     * @throws NoSuchAlgorithmException if there is none
     */
    public static TrustManagerFactory trustManagerFactory() throws NoSuchAlgorithmException {
        try {
            return TrustManagerFactory.getInstance("PKIX", JSSE);
        } catch (NoSuchProviderException e) {
            throw withoutJsse("TrustManagerFactory PKIX", e);
        }
    }

    private static NoSuchAlgorithmException withoutJsse(String service, NoSuchProviderException cause) {
        return new NoSuchAlgorithmException(service + " of " + Settings.PROVIDER + " needs the provider " + JSSE
                + ", which is not installed; install it, or leave this service out of " + Settings.SERVICES, cause);
    }
}

package org.eejs.bench.measuring;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Security;

/**
 * A provider of cryptography for all that names none, such as JSSE: it is put before the JDK's, and what it lacks is
 * the JDK's still. A provider of the JDK means the JDK as it is.
 */
public final class FirstProvider {
    /** Stands for all providers of the JDK, where it makes no difference which. */
    public static final String OF_THE_JDK = "SunJCE";

    private FirstProvider() {}

    /**
     * Puts it first in this JVM, if it is none of the JDK's.
     *
     * @throws IllegalStateException when it is installed already: where, is not known
     */
    public static void install(String name) throws GeneralSecurityException {
        if (!CryptoProvider.isOfTheJdk(name)) {
            install(CryptoProvider.open(name));
        }
    }

    /** The same with an object of it. */
    public static void install(Provider provider) {
        if (Security.insertProviderAt(provider, 1) != 1) {
            throw new IllegalStateException("the provider " + provider.getName() + " is installed already");
        }
    }

    /** Leaves the JVM as it was. */
    public static void remove(String name) throws GeneralSecurityException {
        if (!CryptoProvider.isOfTheJdk(name)) {
            Security.removeProvider(CryptoProvider.open(name).getName());
        }
    }
}

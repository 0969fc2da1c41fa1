package org.eejs.bench.measuring;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.List;

/** A group whose operations security providers do. */
public interface ProviderGroup extends Group {
    @Override
    default List<String> providers(String algorithm) {
        return CryptoProvider.known();
    }

    @Override
    default String version(String provider) throws GeneralSecurityException {
        return ProviderList.version(CryptoProvider.open(provider));
    }

    @Override
    default String check(String provider, String algorithm) throws Exception {
        return check(CryptoProvider.open(provider), algorithm);
    }

    /**
     * The same of a provider that is at hand.
     *
     * @see Group#check
     */
    String check(Provider provider, String algorithm) throws Exception;
}

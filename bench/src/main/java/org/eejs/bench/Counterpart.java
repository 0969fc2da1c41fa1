package org.eejs.bench;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.ArrayList;
import java.util.List;

/** Whom a provider is held against: one that others wrote. */
final class Counterpart {
    private static final String BC = "BC";

    private Counterpart() {}

    /**
     * The JDK's provider, or Bouncy Castle's where the JDK lacks the algorithm or is itself in question.
     *
     * @param names of the algorithm, any of which will do
     * @return the provider itself when there is no other, as for Bouncy Castle's ML-KEM on JDK 17
     */
    static Provider of(Provider provider, String type, List<String> names) throws GeneralSecurityException {
        List<String> others = new ArrayList<>();
        if (!CryptoProvider.isOfTheJdk(provider.getName())) {
            others.addAll(CryptoProvider.OF_THE_JDK);
        }
        if (!provider.getName().equals(BC)) {
            others.add(BC);
        }
        for (String name : others) {
            Provider other = CryptoProvider.open(name);
            if (names.stream().anyMatch(each -> other.getService(type, each) != null)) {
                return other;
            }
        }
        return provider;
    }
}

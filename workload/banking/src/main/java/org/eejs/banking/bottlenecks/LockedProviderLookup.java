package org.eejs.banking.bottlenecks;

import java.security.Provider;
import java.security.Security;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * {@link Bottleneck#PROVIDER_LOOKUP}, section 5.3.3 of the EEJS paper. Thread-safe, by the locks that are the
 * bottleneck.
 *
 * <p>The original: in JDK 8 java.security.Provider.getService was synchronized. It searched the map of services that a
 * provider registers, which was null for all of the JDK's own but SunPKCS11. Then it checked whether the earlier map
 * had changed, and searched that one. A look-up asked the providers in their order until one had the algorithm. So it
 * took one lock for each provider before the one that served, and one for that one (JDK-8133906). Newer JDKs register
 * services in concurrent maps and take no lock.
 *
 * <p>Here: each look-up asks {@link BottleneckProvider} first. It then asks stand-ins of the nine providers that JDK 8
 * had on Linux, in their order, each behind its lock. Each stand-in has the services of today's provider of that name.
 * The search ends where JDK 8 would have ended: with the provider that has the algorithm. A cipher's transformation,
 * such as {@code AES/GCM/NoPadding}, ends with the provider that has the algorithm before the slash. JDK 8 asked a
 * provider for all forms of the name before the next. An algorithm that none has costs nine locks, as in JDK 8.
 * Look-ups that name their provider cost nothing here. Neither does the other lock of the cryptographic framework, in
 * JceSecurity, which the paper does not mention.
 */
public final class LockedProviderLookup {
    /** The providers of JDK 8 on Linux, in the order of its java.security. */
    private static final List<String> OF_JDK_8 = List.of("SUN", "SunRsaSign", "SunEC", "SunJSSE", "SunJCE", "SunJGSS",
            "SunSASL", "XMLDSig", "SunPCSC");

    private final List<EarlierProvider> standIns = OF_JDK_8.stream().map(EarlierProvider::new).toList();

    /** A type and an algorithm; the algorithm in capitals, since case does not matter. */
    private record Key(String type, String algorithm) {}

    /** A provider that registers nothing, as JDK 8 looked services up in it. */
    private static final class EarlierProvider {
        private static final String ALIAS = "Alg.Alias.";

        private final Set<Key> ofOld = new HashSet<>();
        private long asked;

        EarlierProvider(String name) {
            Provider provider = Security.getProvider(name);
            if (provider == null) {
                return;
            }
            provider.getServices().forEach(service -> add(service.getType(), service.getAlgorithm()));
            provider.stringPropertyNames().stream().filter(property -> property.startsWith(ALIAS))
                    .map(property -> property.substring(ALIAS.length()).split("\\.", 2))
                    .forEach(parts -> add(parts[0], parts[1]));
        }

        private void add(String type, String algorithm) {
            ofOld.add(new Key(type, algorithm.toUpperCase(Locale.ENGLISH)));
        }

        synchronized boolean has(Key key) {
            asked++;
            return ofOld.contains(key);
        }

        synchronized long asked() {
            return asked;
        }
    }

    /** Adds this cost to each look-up. */
    static void install(BottleneckProvider provider) {
        provider.beforeOthers(new LockedProviderLookup()::ask);
    }

    /** Takes the locks that JDK 8 took to look a service up. */
    public void ask(String type, String algorithm) {
        // JDK 8 reused the last key for the next provider; this code creates it once for all of them.
        int slash = type.equals("Cipher") ? algorithm.indexOf('/') : -1;
        Key key = new Key(type, (slash < 0 ? algorithm : algorithm.substring(0, slash)).toUpperCase(Locale.ENGLISH));
        for (EarlierProvider standIn : standIns) {
            if (standIn.has(key)) {
                return;
            }
        }
    }

    /** Returns the lock of the stand-in that is asked first. */
    public Object firstLock() {
        return standIns.get(0);
    }

    /** Returns how often each stand-in was asked, in their order. */
    public List<Long> asked() {
        return standIns.stream().map(EarlierProvider::asked).toList();
    }
}

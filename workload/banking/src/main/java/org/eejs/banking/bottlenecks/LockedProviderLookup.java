package org.eejs.banking.bottlenecks;

import java.security.Provider;
import java.security.Security;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * {@link Bottleneck#PROVIDER_LOOKUP}, section 5.3.3 of the EEJS paper. Thread-safe, at the price that the
 * bottleneck is about.
 *
 * <p>The original: in JDK 8 java.security.Provider.getService was synchronized. It looked into the map of services that
 * a provider registers, which was null for all of the JDK's own but SunPKCS11, then whether the earlier map had
 * changed, then into that one. A look-up asked the providers in their order until one had the algorithm, so it took one
 * lock for each provider before the one that served, and one for that (JDK-8133906). In the JDKs of today the services
 * are registered in concurrent maps, and no lock is taken.
 *
 * <p>Here: {@link BottleneckProvider} is asked first in each look-up, and then asks stand-ins of the nine providers
 * that JDK 8 had on Linux, in their order, each behind its lock, with what today's provider of that name has. It ends
 * where JDK 8 would have ended: at the provider that has the algorithm, that one included; for a cipher's
 * transformation, such as {@code AES/GCM/NoPadding}, at the one that has the algorithm before the slash, since JDK 8
 * asked a provider for all forms of the name before it asked the next. An algorithm that none has costs nine locks, as
 * it did. Look-ups that name their provider, and the cryptographic framework's other lock in JceSecurity, of which the
 * paper does not speak, cost nothing here.
 */
public final class LockedProviderLookup {
    /** The providers of JDK 8 on Linux, in the order of its java.security. */
    private static final List<String> OF_JDK_8 = List.of("SUN", "SunRsaSign", "SunEC", "SunJSSE", "SunJCE", "SunJGSS",
            "SunSASL", "XMLDSig", "SunPCSC");

    private final List<StandIn> standIns = OF_JDK_8.stream().map(StandIn::new).toList();

    /** A type and an algorithm; the algorithm in capitals, as letters do not differ by their case. */
    private record Key(String type, String algorithm) {}

    /** A provider that registers nothing, as JDK 8 looked services up in it. */
    private static final class StandIn {
        private static final String ALIAS = "Alg.Alias.";

        private final Set<Key> ofOld = new HashSet<>();
        private long asked;

        StandIn(String name) {
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

    /** Has each look-up pay. */
    static void install(BottleneckProvider provider) {
        provider.beforeOthers(new LockedProviderLookup()::ask);
    }

    /** Takes the locks that JDK 8 took to look a service up. */
    public void ask(String type, String algorithm) {
        // JDK 8 kept the last key and made no new one for the next provider; here it is made once for all of them.
        int slash = type.equals("Cipher") ? algorithm.indexOf('/') : -1;
        Key key = new Key(type, (slash < 0 ? algorithm : algorithm.substring(0, slash)).toUpperCase(Locale.ENGLISH));
        for (StandIn standIn : standIns) {
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
        return standIns.stream().map(StandIn::asked).toList();
    }
}

package org.eejs.lab.settings;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.banking.KnownProvider;
import org.eejs.banking.Named;

/**
 * The security provider for each family of algorithms.
 *
 * @param providers by family; the JDK's order of providers decides for missing ones
 */
public record ProviderChoice(Map<AlgorithmFamily, KnownProvider> providers) {
    /** No choice: the JDK as it is. */
    static final ProviderChoice NONE = new ProviderChoice(Map.of());

    /**
     * Reads one provider for all families, such as {@code ACCP}, or families and their providers, such as
     * {@code rsa=ACCP, keyGeneration=SunRsaSign, aes=SunJCE, digest=SUN}.
     *
     * @throws IllegalArgumentException with a line that describes what is expected
     */
    public static ProviderChoice parse(String text) {
        Map<AlgorithmFamily, KnownProvider> chosen = new EnumMap<>(AlgorithmFamily.class);
        if (!text.contains("=")) {
            KnownProvider provider = KnownProvider.byId(text.strip());
            Stream.of(AlgorithmFamily.values()).filter(family -> isUsable(family, provider))
                    .forEach(family -> chosen.put(family, provider));
            return new ProviderChoice(chosen);
        }
        for (String part : text.split(",")) {
            String[] sides = part.strip().split("\\s*=\\s*", -1);
            AlgorithmFamily family = Arrays.stream(AlgorithmFamily.values())
                    .filter(each -> each.id().equals(sides[0])).findFirst().orElse(null);
            if (family == null || sides.length != 2) {
                throw new IllegalArgumentException("'%s' is not a family of algorithms and its provider, such as "
                        .formatted(part.strip()) + "aes=SunJCE; families are "
                        + String.join(", ", Named.ids(AlgorithmFamily.class)));
            }
            KnownProvider provider = KnownProvider.byId(sides[1]);
            if (!isUsable(family, provider)) {
                throw new IllegalArgumentException("'%s': JSSE cannot use its keys; choose JDK or BC".formatted(
                        part.strip()));
            }
            if (chosen.put(family, provider) != null) {
                throw new IllegalArgumentException("'" + text + "' names two providers for " + family.id());
            }
        }
        return new ProviderChoice(chosen);
    }

    /** Returns whether JSSE can use a family of a provider: Conscrypt's keys of X25519 have no type of the JDK. */
    private static boolean isUsable(AlgorithmFamily family, KnownProvider provider) {
        return family != AlgorithmFamily.XDH || provider != KnownProvider.CONSCRYPT;
    }

    /** Returns the same with a family that is left to the JDK's order of providers. */
    ProviderChoice without(AlgorithmFamily family) {
        Map<AlgorithmFamily, KnownProvider> others = new EnumMap<>(providers);
        others.remove(family);
        return new ProviderChoice(others);
    }

    /** Returns the provider of a family; null if none was chosen. */
    public KnownProvider of(AlgorithmFamily family) {
        return providers.get(family);
    }

    /** Returns the chosen providers that a JDK does not list itself. */
    public Set<KnownProvider> foreign() {
        return providers.values().stream().filter(provider -> provider.entry() != null)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns whether the JVM needs any option. */
    public boolean isNone() {
        return providers.values().stream().allMatch(provider -> provider == KnownProvider.JDK);
    }
}

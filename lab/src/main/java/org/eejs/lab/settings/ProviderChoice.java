package org.eejs.lab.settings;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.eejs.banking.Named;

/**
 * Which provider shall serve each service of the bank.
 *
 * @param providers by service; a service that is not there is left to the JDK's order of providers
 */
public record ProviderChoice(Map<CryptoService, KnownProvider> providers) {
    /** Nothing chosen: the JDK as it is. */
    static final ProviderChoice NONE = new ProviderChoice(Map.of());

    /**
     * Reads one provider for all services, such as {@code ACCP}, or services and their providers, such as
     * {@code rsa=ACCP, keyGeneration=SunRsaSign, aes=SunJCE, digest=SUN}.
     *
     * @throws IllegalArgumentException with a line that says what is expected
     */
    public static ProviderChoice parse(String text) {
        Map<CryptoService, KnownProvider> chosen = new EnumMap<>(CryptoService.class);
        if (!text.contains("=")) {
            KnownProvider provider = KnownProvider.byId(text.strip());
            for (CryptoService service : CryptoService.values()) {
                chosen.put(service, provider);
            }
            return new ProviderChoice(chosen);
        }
        for (String part : text.split(",")) {
            String[] sides = part.strip().split("\\s*=\\s*", -1);
            CryptoService service = Arrays.stream(CryptoService.values())
                    .filter(each -> each.id().equals(sides[0])).findFirst().orElse(null);
            if (service == null || sides.length != 2) {
                throw new IllegalArgumentException("'%s' is not a service and its provider, such as aes=SunJCE; "
                        .formatted(part.strip()) + "services are "
                        + String.join(", ", Named.ids(CryptoService.class)));
            }
            if (chosen.put(service, KnownProvider.byId(sides[1])) != null) {
                throw new IllegalArgumentException("'" + text + "' names two providers for " + service.id());
            }
        }
        return new ProviderChoice(chosen);
    }

    /** The same with a service left to the JDK's order of providers. */
    ProviderChoice without(CryptoService service) {
        Map<CryptoService, KnownProvider> others = new EnumMap<>(providers);
        others.remove(service);
        return new ProviderChoice(others);
    }

    /** The provider of a service; null when it was not chosen. */
    public KnownProvider of(CryptoService service) {
        return providers.get(service);
    }

    /** The chosen providers that a JDK does not list itself. */
    public Set<KnownProvider> foreign() {
        return providers.values().stream().filter(provider -> provider.entry() != null)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Whether the JVM needs any option. */
    public boolean isNone() {
        return providers.values().stream().allMatch(provider -> provider == KnownProvider.JDK);
    }
}

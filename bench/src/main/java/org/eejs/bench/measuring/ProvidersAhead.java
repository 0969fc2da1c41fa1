package org.eejs.bench.measuring;

import java.security.Security;
import java.util.List;
import java.util.Set;
import org.eejs.banking.Named;
import org.eejs.banking.bottlenecks.Bottleneck;
import org.eejs.banking.bottlenecks.BottleneckProvider;
import org.eejs.jsse.EejsProvider;

/**
 * Providers that are ahead of the JDK's, so that an application that names none gets theirs.
 *
 * @param cured whether the provider EEJS is ahead of the JDK's
 * @param bottlenecks the bottlenecks of the bank to inject
 */
public record ProvidersAhead(boolean cured, Set<Bottleneck> bottlenecks) {
    private static final String STOCK = "stock";
    private static final String CURED = "EEJS";

    /**
     * Reads a benchmark's parameter: {@code stock}, {@code EEJS}, or bottlenecks' names joined by {@code +}.
     */
    public static ProvidersAhead of(String parameter) {
        return switch (parameter) {
            case STOCK -> new ProvidersAhead(false, Set.of());
            case CURED -> new ProvidersAhead(true, Set.of());
            default -> new ProvidersAhead(false, Named.byIds(Bottleneck.class, "a bottleneck",
                    List.of(parameter.split("\\+"))));
        };
    }

    /** Installs the providers, like the bank does. */
    public void install() {
        if (cured) {
            Security.insertProviderAt(new EejsProvider(), 1);
        }
        BottleneckProvider.install(bottlenecks);
    }

    /** Removes the installed providers. */
    public void remove() {
        Security.removeProvider(EejsProvider.NAME);
        Security.removeProvider(BottleneckProvider.NAME);
    }

    /**
     * Checks that one of these providers served.
     *
     * @throws IllegalStateException when it was none of these: something else would be measured
     */
    public void check(String provider) {
        if (provider.equals(EejsProvider.NAME) != cured
                || provider.equals(BottleneckProvider.NAME) == bottlenecks.isEmpty()) {
            throw new IllegalStateException(this + " were to be measured, and " + provider + " served");
        }
    }
}

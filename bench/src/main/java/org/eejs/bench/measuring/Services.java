package org.eejs.bench.measuring;

import java.security.Security;
import java.util.List;
import java.util.Set;
import org.eejs.banking.Named;
import org.eejs.bottlenecks.Bottleneck;
import org.eejs.bottlenecks.BottleneckProvider;
import org.eejs.jsse.EejsProvider;

/**
 * Whose services an application gets that names no provider.
 *
 * @param cured whether the provider EEJS is ahead of the JDK's
 * @param bottlenecks what the bank would suffer from
 */
public record Services(boolean cured, Set<Bottleneck> bottlenecks) {
    private static final String STOCK = "stock";
    private static final String CURED = "EEJS";

    /**
     * The services of a benchmark's parameter: {@code stock}, {@code EEJS}, or bottlenecks' names joined by {@code +}.
     */
    public static Services of(String parameter) {
        return switch (parameter) {
            case STOCK -> new Services(false, Set.of());
            case CURED -> new Services(true, Set.of());
            default -> new Services(false, Named.byIds(Bottleneck.class, Bottleneck::id, "a bottleneck",
                    List.of(parameter.split("\\+"))));
        };
    }

    /** Installs what has to be, as the bank does it. */
    public void install() {
        if (cured) {
            Security.insertProviderAt(new EejsProvider(), 1);
        }
        BottleneckProvider.install(bottlenecks);
    }

    /** Removes what was installed. */
    public void remove() {
        Security.removeProvider(EejsProvider.NAME);
        Security.removeProvider(BottleneckProvider.NAME);
    }

    /**
     * Checks whose service was given.
     *
     * @throws IllegalStateException when it was not one of these services: something else would be measured
     */
    public void check(String provider) {
        if (provider.equals(EejsProvider.NAME) != cured
                || provider.equals(BottleneckProvider.NAME) == bottlenecks.isEmpty()) {
            throw new IllegalStateException(this + " were to be measured, and " + provider + " served");
        }
    }
}

package org.eejs.jsse;

import java.security.Provider;
import java.security.ProviderException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.eejs.jsse.runtime.EngineClass;

/**
 * A service that throws because a setting is wrong. It throws an unchecked exception: for a
 * {@link java.security.NoSuchAlgorithmException}, the security framework would silently ask the next provider.
 * Thread-safe.
 */
final class RefusedService extends Provider.Service {
    private static final String ALIAS = "Alg.Alias.";

    private final String line;

    private RefusedService(Provider provider, String engine, String algorithm, String className, List<String> aliases,
            String line) {
        super(provider, engine, algorithm, className, aliases, null);
        this.line = line;
    }

    /** Returns the services that replace those of an engine class. */
    static Set<RefusedService> of(Provider provider, EngineClass served, String line) {
        Map<String, String> entries = served.entries();
        String engine = served.engine() + ".";
        return served.algorithms().stream().map(algorithm -> {
            List<String> aliases = entries.keySet().stream()
                    .filter(alias -> alias.startsWith(ALIAS) && entries.get(alias).equals(algorithm))
                    .map(alias -> alias.substring((ALIAS + engine).length())).collect(Collectors.toList());
            return new RefusedService(provider, served.engine(), algorithm, entries.get(engine + algorithm), aliases,
                    line);
        }).collect(Collectors.toSet());
    }

    @Override
    public Object newInstance(Object parameter) {
        throw new ProviderException(line);
    }
}

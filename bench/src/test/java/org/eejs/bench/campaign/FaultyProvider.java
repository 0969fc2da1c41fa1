package org.eejs.bench.campaign;

import java.security.Provider;
import java.util.function.Supplier;

/** A provider of one service, which the test supplies. */
final class FaultyProvider extends Provider {
    private static final long serialVersionUID = 1;

    FaultyProvider(String type, String algorithm, Supplier<Object> implementation) {
        super("Faulty", "1", "a provider with a fault");
        putService(new Service(this, type, algorithm, FaultyProvider.class.getName(), null, null) {
            @Override
            public Object newInstance(Object parameter) {
                return implementation.get();
            }
        });
    }
}

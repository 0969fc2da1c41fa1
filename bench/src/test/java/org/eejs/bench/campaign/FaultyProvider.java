package org.eejs.bench.campaign;

import java.security.Provider;
import java.util.function.Supplier;

/** A provider of one service, which is made by the test. */
final class FaultyProvider extends Provider {
    private static final long serialVersionUID = 1;

    FaultyProvider(String type, String algorithm, Supplier<Object> implementation) {
        super("Faulty", "1", "what a test says is wrong with it");
        putService(new Service(this, type, algorithm, FaultyProvider.class.getName(), null, null) {
            @Override
            public Object newInstance(Object parameter) {
                return implementation.get();
            }
        });
    }
}

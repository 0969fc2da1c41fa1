package org.eejs.bank.counting;

import java.security.Provider;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/**
 * Called by {@link NewInstanceAdvice} around each {@code newInstance}. A service whose class calls the method of its
 * superclass comes in twice, one call inside the other, and is counted once; another service that is made inside the
 * constructor of the first is counted too. Thread-safe.
 */
final class NewInstanceHook implements UnaryOperator<Object>, BiConsumer<Object, Object> {
    private final AlgorithmCounter counter;
    /** The service whose instance a thread is making, or this hook while it counts, so that it never counts itself. */
    private final ThreadLocal<Object> making = new ThreadLocal<>();

    NewInstanceHook(AlgorithmCounter counter) {
        this.counter = counter;
    }

    /**
     * Returns an instance is going to be made.
     *
     * @param service whose
     * @return what this thread was making before; may be null
     */
    @Override
    public Object apply(Object service) {
        Object outer = making.get();
        if (outer != this) {
            making.set(service);
        }
        return outer;
    }

    /**
     * An instance was made, or could not be.
     *
     * @param outer what {@link #apply} returned
     * @param service whose instance was made; null if none was
     */
    @Override
    public void accept(Object outer, Object service) {
        if (outer == this) {
            return;
        }
        making.set(this);
        try {
            if (service != outer && service instanceof Provider.Service made) {
                counter.count(made);
            }
        } finally {
            making.set(outer);
        }
    }
}

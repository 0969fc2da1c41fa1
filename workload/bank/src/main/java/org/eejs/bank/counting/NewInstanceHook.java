package org.eejs.bank.counting;

import java.security.Provider;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/**
 * The hook that {@link NewInstanceAdvice} calls around each {@code newInstance}. A service whose class calls the method
 * of its superclass comes in twice, one call inside the other, and is counted once. Another service that is created
 * inside the constructor of the first is counted, too. Thread-safe.
 */
final class NewInstanceHook implements UnaryOperator<Object>, BiConsumer<Object, Object> {
    private final AlgorithmCounter counter;
    /**
     * The service whose instance a thread is creating, or this hook while it counts, so that it never counts itself.
     */
    private final ThreadLocal<Object> making = new ThreadLocal<>();

    NewInstanceHook(AlgorithmCounter counter) {
        this.counter = counter;
    }

    /**
     * Notes that a thread is about to create an instance.
     *
     * @param service the service of the instance
     * @return the service whose instance this thread was creating before; may be null
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
     * Notes that an instance was created, or that its creation failed.
     *
     * @param outer the result of {@link #apply}
     * @param service the service of the new instance; null if the creation failed
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

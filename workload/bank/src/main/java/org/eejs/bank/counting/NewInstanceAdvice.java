package org.eejs.bank.counting;

import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import net.bytebuddy.asm.Advice;

/**
 * The code that {@link AlgorithmCounter} inserts into methods {@code Provider.Service.newInstance}. It is copied into
 * classes of the JDK and of providers, which see only the classes of {@code java.base}. So it finds its
 * {@link NewInstanceHook} in a place that they can read, and uses it by interfaces of the JDK. The method continues
 * after any error in this code.
 */
final class NewInstanceAdvice {
    static final String HOOK = "org.eejs.bank.newInstanceHook";

    private NewInstanceAdvice() {}

    /** Returns the service for which this thread was making an instance already. */
    @Advice.OnMethodEnter(suppress = Throwable.class)
    @SuppressWarnings("unchecked")
    static Object begin(@Advice.This Object service) {
        Object hook = System.getProperties().get(HOOK);
        return hook == null ? null : ((UnaryOperator<Object>) hook).apply(service);
    }

    @Advice.OnMethodExit(suppress = Throwable.class, onThrowable = Throwable.class)
    @SuppressWarnings("unchecked")
    static void end(@Advice.This Object service, @Advice.Enter Object outer, @Advice.Thrown Throwable thrown) {
        Object hook = System.getProperties().get(HOOK);
        if (hook != null) {
            ((BiConsumer<Object, Object>) hook).accept(outer, thrown == null ? service : null);
        }
    }
}

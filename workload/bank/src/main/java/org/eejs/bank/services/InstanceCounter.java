package org.eejs.bank.services;

import static net.bytebuddy.matcher.ElementMatchers.declaresMethod;
import static net.bytebuddy.matcher.ElementMatchers.isSubTypeOf;
import static net.bytebuddy.matcher.ElementMatchers.nameStartsWith;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.lang.instrument.Instrumentation;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.util.Arrays;
import java.util.logging.Level;
import java.util.logging.Logger;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.agent.builder.AgentBuilder.RedefinitionStrategy;
import net.bytebuddy.agent.builder.AgentBuilder.RedefinitionStrategy.DiscoveryStrategy;
import net.bytebuddy.agent.builder.ResettableClassFileTransformer;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.utility.JavaModule;

/**
 * Counts at {@code Provider.Service.newInstance}, where the object that does the work is made, on any JDK; the bank
 * must have been started with its agent. Classes of providers that override the method are watched as well, those too
 * that are loaded later. The algorithm is the provider's own name of the service, not the requested alias. A
 * service that failed to be made is not counted.
 *
 * <p>While it counts, the method contains {@link NewInstanceAdvice}; afterwards it is the JDK's own code again.
 */
final class InstanceCounter extends ServiceCounter {
    static final String SOURCE = "Provider.Service.newInstance";
    private static final Logger LOG = Logger.getLogger(InstanceCounter.class.getName());
    private static final ElementMatcher.Junction<MethodDescription> NEW_INSTANCE =
            named("newInstance").and(takesArguments(Object.class));
    /** Whether the method is declared comes first: the class alone shows it, without its superclasses. */
    private static final ElementMatcher.Junction<TypeDescription> SERVICES =
            declaresMethod(NEW_INSTANCE).and(isSubTypeOf(Provider.Service.class));

    private final Instrumentation instrumentation;
    private ResettableClassFileTransformer transformer;

    InstanceCounter(Instrumentation instrumentation) {
        super(SOURCE);
        this.instrumentation = instrumentation;
    }

    @Override
    public synchronized void start() {
        System.getProperties().put(NewInstanceAdvice.HOOK, new NewInstanceHook(tally));
        transformer = new AgentBuilder.Default()
                .disableClassFormatChanges()
                .with(RedefinitionStrategy.RETRANSFORMATION)
                .with(loadedServices())
                .with(new Failures())
                .ignore(nameStartsWith("net.bytebuddy."))
                .type(SERVICES)
                .transform((builder, type, loader, module, domain) ->
                        builder.visit(Advice.to(NewInstanceAdvice.class).on(NEW_INSTANCE)))
                .installOn(instrumentation);
        prove();
        tally.clear();
    }

    /**
     * Has two instances made, and sees that they are counted. The second finds the count of the first, so that all
     * code of ours behind the hook has run, and no class of it is loaded later amid a provider's work.
     */
    private void prove() {
        try {
            MessageDigest.getInstance("SHA-256");
            MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
        if (tally.uses().isEmpty()) {
            stop();
            throw new IllegalStateException("cannot count services: this JVM did not let " + SOURCE + " be watched");
        }
    }

    @Override
    public synchronized void stop() {
        if (transformer == null) {
            return;
        }
        if (!transformer.reset(instrumentation, RedefinitionStrategy.RETRANSFORMATION, loadedServices())) {
            LOG.warning("the hook at " + SOURCE + " could not be removed; it does nothing but is still called");
        }
        System.getProperties().remove(NewInstanceAdvice.HOOK);
        transformer = null;
    }

    /** Of the thousands of classes that are loaded only these need to be looked at. */
    private DiscoveryStrategy loadedServices() {
        return new DiscoveryStrategy.Explicit(Arrays.stream(instrumentation.getAllLoadedClasses())
                .filter(Provider.Service.class::isAssignableFrom)
                .toArray(Class<?>[]::new));
    }

    /** Byte Buddy leaves a class as it is when it cannot change it; then the counts lack what it makes. */
    private static final class Failures extends AgentBuilder.Listener.Adapter {
        @Override
        public void onError(String type, ClassLoader loader, JavaModule module, boolean loaded, Throwable cause) {
            LOG.log(Level.WARNING, "the services of " + type + " are not counted", cause);
        }
    }
}

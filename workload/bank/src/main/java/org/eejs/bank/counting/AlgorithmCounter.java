package org.eejs.bank.counting;

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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
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
import org.eejs.banking.AlgorithmUse;

/**
 * Counts which security provider made the objects of each algorithm: the proof that a provider which was configured was
 * also used. What is counted is that an object was made, not for how many bytes it then worked.
 *
 * <p>It counts at {@code Provider.Service.newInstance}, on any JDK; the JVM must have been started with the agent in
 * the bank's jar, which this class is, too. Classes of providers that override the method are watched as well, those
 * too that are loaded later. The algorithm is the provider's own name, not the requested alias. An object that failed
 * to be made is not counted. While it counts, the method contains {@link NewInstanceAdvice}; afterwards it is the JDK's
 * own code again.
 *
 * <p>Thread-safe; counting does not contend.
 */
public final class AlgorithmCounter {
    /** Counts nothing. */
    public static final AlgorithmCounter NONE = new AlgorithmCounter(null);
    private static final String SOURCE = "Provider.Service.newInstance";
    private static final Logger LOG = Logger.getLogger(AlgorithmCounter.class.getName());
    private static final ElementMatcher.Junction<MethodDescription> NEW_INSTANCE =
            named("newInstance").and(takesArguments(Object.class));
    /** Whether the method is declared comes first: the class alone shows it, without its superclasses. */
    private static final ElementMatcher.Junction<TypeDescription> SERVICES =
            declaresMethod(NEW_INSTANCE).and(isSubTypeOf(Provider.Service.class));
    private static final Comparator<AlgorithmUse> ORDER = Comparator.comparing(AlgorithmUse::type)
            .thenComparing(AlgorithmUse::algorithm).thenComparing(AlgorithmUse::provider);
    /** Static, because the JVM calls a static method before there is any object of ours. */
    private static final AtomicReference<Instrumentation> GIVEN = new AtomicReference<>();

    private final Map<Name, LongAdder> counts = new ConcurrentHashMap<>();
    /** Null where nothing is counted. */
    private final Instrumentation instrumentation;
    private ResettableClassFileTransformer transformer;

    private record Name(String type, String algorithm, String provider) {}

    private AlgorithmCounter(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    /** Keeps what the JVM gives to agents only; changes nothing by itself. */
    public static void premain(String options, Instrumentation instrumentation) {
        GIVEN.set(instrumentation);
    }

    /**
     * Returns a counter for this JVM.
     *
     * @throws IllegalArgumentException with a line that gives what to add when this JVM has no agent
     */
    public static AlgorithmCounter ofThisJvm() {
        if (GIVEN.get() == null) {
            throw new IllegalArgumentException("--count-algorithms needs the bank's agent; add -javaagent:FILE to the "
                    + "options of java, where FILE is the bank's jar");
        }
        return new AlgorithmCounter(GIVEN.get());
    }

    /** Starts counting; called once. Throws IllegalStateException when this JVM does not let itself be watched. */
    public synchronized void start() {
        if (instrumentation == null) {
            return;
        }
        System.getProperties().put(NewInstanceAdvice.HOOK, new NewInstanceHook(this));
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
        counts.clear();
    }

    /**
     * Makes two objects, and sees that they are counted. The second finds the count of the first, so that all code of
     * ours behind the hook has run, and no class of it is loaded later amid a provider's work.
     */
    private void prove() {
        try {
            MessageDigest.getInstance("SHA-256");
            MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
        if (uses().isEmpty()) {
            stop();
            throw new IllegalStateException("cannot count algorithms: this JVM did not let " + SOURCE + " be watched");
        }
    }

    /** Counts an object. */
    void count(Provider.Service made) {
        counts.computeIfAbsent(new Name(made.getType(), made.getAlgorithm(), made.getProvider().getName()),
                unused -> new LongAdder()).increment();
    }

    /** Stops counting, which costs nothing from now on; what was counted stays. Does nothing if it does not count. */
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

    /** Returns what was counted so far, by type, algorithm, provider. */
    public List<AlgorithmUse> uses() {
        return counts.entrySet().stream().map(entry -> new AlgorithmUse(entry.getKey().type(),
                entry.getKey().algorithm(), entry.getKey().provider(), entry.getValue().sum())).sorted(ORDER).toList();
    }

    /** Returns where in the JDK objects are counted; null if they are not. */
    public String source() {
        return instrumentation == null ? null : SOURCE;
    }

    /** Byte Buddy leaves a class as it is when it cannot change it; then the counts lack what it makes. */
    private static final class Failures extends AgentBuilder.Listener.Adapter {
        @Override
        public void onError(String type, ClassLoader loader, JavaModule module, boolean loaded, Throwable cause) {
            LOG.log(Level.WARNING, "the algorithms of " + type + " are not counted", cause);
        }
    }
}

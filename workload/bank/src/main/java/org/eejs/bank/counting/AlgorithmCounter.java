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
 * A counter of the objects of each algorithm by security provider: the proof that a configured provider was also used.
 * It counts created objects, not the bytes that they then process.
 *
 * <p>It counts at {@code Provider.Service.newInstance}, on any JDK. The JVM must have been started with the agent in
 * the bank's jar, which is also this class. Classes of providers that override the method are watched as well,
 * including those that are loaded later. The algorithm is the provider's own name, not the requested alias. A failed
 * creation is not counted. While it counts, the method contains {@link NewInstanceAdvice}; afterwards it is the JDK's
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
    /** The check for the method's declaration comes first: it needs only the class, without its superclasses. */
    private static final ElementMatcher.Junction<TypeDescription> SERVICES =
            declaresMethod(NEW_INSTANCE).and(isSubTypeOf(Provider.Service.class));
    private static final Comparator<AlgorithmUse> ORDER = Comparator.comparing(AlgorithmUse::type)
            .thenComparing(AlgorithmUse::algorithm).thenComparing(AlgorithmUse::provider);
    /** Static, because the JVM calls a static method before this class has an instance. */
    private static final AtomicReference<Instrumentation> GIVEN = new AtomicReference<>();

    private final Map<Name, LongAdder> counts = new ConcurrentHashMap<>();
    /** Null if nothing is counted. */
    private final Instrumentation instrumentation;
    private ResettableClassFileTransformer transformer;

    private record Name(String type, String algorithm, String provider) {}

    private AlgorithmCounter(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    /** Stores what the JVM gives only to agents; changes nothing by itself. */
    public static void premain(String options, Instrumentation instrumentation) {
        GIVEN.set(instrumentation);
    }

    /**
     * Returns a counter for this JVM.
     *
     * @throws IllegalArgumentException with a line that names the missing option if this JVM has no agent
     */
    public static AlgorithmCounter ofThisJvm() {
        if (GIVEN.get() == null) {
            throw new IllegalArgumentException("--count-algorithms needs the bank's agent; add -javaagent:FILE to the "
                    + "options of java, where FILE is the bank's jar");
        }
        return new AlgorithmCounter(GIVEN.get());
    }

    /** Starts counting; called once. Throws IllegalStateException if this JVM does not let itself be watched. */
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
     * Creates two objects, and checks that they are counted. The second check reads the count of the first object. So
     * all code behind the hook has run, and none of its classes is loaded later during a provider's work.
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

    /** Stops counting, which costs nothing from now on; the counts stay. Does nothing if it does not count. */
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

    /** Selects the classes to examine among the thousands that are loaded. */
    private DiscoveryStrategy loadedServices() {
        return new DiscoveryStrategy.Explicit(Arrays.stream(instrumentation.getAllLoadedClasses())
                .filter(Provider.Service.class::isAssignableFrom)
                .toArray(Class<?>[]::new));
    }

    /** Returns the counts so far, by type, algorithm, provider. */
    public List<AlgorithmUse> uses() {
        return counts.entrySet().stream().map(entry -> new AlgorithmUse(entry.getKey().type(),
                entry.getKey().algorithm(), entry.getKey().provider(), entry.getValue().sum())).sorted(ORDER).toList();
    }

    /** Returns the place in the JDK where objects are counted; null if they are not. */
    public String source() {
        return instrumentation == null ? null : SOURCE;
    }

    /**
     * A listener for failures: Byte Buddy leaves a class unchanged if it is unable to change it; then the counts lack
     * its objects.
     */
    private static final class Failures extends AgentBuilder.Listener.Adapter {
        @Override
        public void onError(String type, ClassLoader loader, JavaModule module, boolean loaded, Throwable cause) {
            LOG.log(Level.WARNING, "the algorithms of " + type + " are not counted", cause);
        }
    }
}

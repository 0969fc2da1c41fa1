package org.eejs.bank.services;

import java.lang.instrument.Instrumentation;
import java.util.List;
import org.eejs.banking.ServiceUse;

/**
 * Counts which security provider served each JCA service, as the JVM itself reports it: the proof that a provider which
 * was configured was also used. What is counted is that a service was taken, not how often or for how many bytes it
 * then worked.
 *
 * <p>Thread-safe.
 */
public class ServiceCounter {
    /** Counts nothing. */
    public static final ServiceCounter NONE = new ServiceCounter(null);

    final ServiceTally tally = new ServiceTally();
    private final String source;

    ServiceCounter(String source) {
        this.source = source;
    }

    /**
     * The counter for this JVM: by its agent where it was started with it, since the agent sees what was made, not just
     * what was looked up; else by the flight recorder's event.
     *
     * @throws IllegalArgumentException with a line that gives what to add when this JVM can report neither way
     */
    public static ServiceCounter ofThisJvm() {
        Instrumentation instrumentation = CountingAgent.instrumentation();
        if (instrumentation != null) {
            return new InstanceCounter(instrumentation);
        }
        if (LookupCounter.isSupported()) {
            return new LookupCounter();
        }
        throw new IllegalArgumentException("--count-services needs the bank's agent on this JVM, Java "
                + Runtime.version().feature() + "; add -javaagent:FILE to the options of java, where FILE is the "
                + "bank's jar, or use Java 20 or newer with its flight recorder");
    }

    /** Starts counting; called once. Throws IllegalStateException when this JVM does not let itself be watched. */
    public void start() {}

    /** Stops counting, which costs nothing from now on; what was counted stays. Does nothing if it does not count. */
    public void stop() {}

    /** What was counted so far, by type, algorithm, provider. */
    public final List<ServiceUse> uses() {
        return tally.uses();
    }

    /** What in the JDK reports the services; null if nothing does. */
    public final String source() {
        return source;
    }
}

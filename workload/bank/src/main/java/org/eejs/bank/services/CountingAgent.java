package org.eejs.bank.services;

import java.lang.instrument.Instrumentation;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The Java agent in the bank's jar. It changes nothing by itself; it keeps what the JVM gives to agents alone, for
 * {@link InstanceCounter}. That is static because the JVM calls a static method before there is any object of ours.
 */
public final class CountingAgent {
    private static final AtomicReference<Instrumentation> GIVEN = new AtomicReference<>();

    private CountingAgent() {}

    public static void premain(String options, Instrumentation instrumentation) {
        GIVEN.set(instrumentation);
    }

    /** Null if the JVM was started without the agent. */
    static Instrumentation instrumentation() {
        return GIVEN.get();
    }
}

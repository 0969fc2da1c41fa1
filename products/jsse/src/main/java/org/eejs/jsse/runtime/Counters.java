package org.eejs.jsse.runtime;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.JMException;
import javax.management.ObjectName;

/** The counters of the library in this process. Thread-safe; counting takes no lock. */
public final class Counters {
    /** The counters of this process. */
    public static final Counters PROCESS = new Counters();

    private static final String OBJECT_NAME = "org.eejs.jsse:type=Jsse";
    private static final AtomicBoolean REGISTERED = new AtomicBoolean();

    public final LongAdder handshakesServed = new LongAdder();
    public final LongAdder keysDecrypted = new LongAdder();
    public final LongAdder keyStoreRefreshes = new LongAdder();
    public final LongAdder failedKeyStoreRefreshes = new LongAdder();
    public final LongAdder hangingKeyStores = new LongAdder();
    public final LongAdder keyStoreHits = new LongAdder();
    public final LongAdder keyStoreLoads = new LongAdder();
    public final LongAdder trustManagerHits = new LongAdder();
    public final LongAdder trustManagersMade = new LongAdder();
    public final LongAdder contextsInitialised = new LongAdder();
    public final LongAdder contextsShared = new LongAdder();
    public final LongAdder randomGenerators = new LongAdder();
    public final LongAdder randomSeedings = new LongAdder();

    private Counters() {}

    /**
     * Registers the counters with JMX. Every service calls this at its first use. The provider's constructor does not,
     * because it runs while the JVM still loads its providers. JMX takes a while to start, so a thread does it.
     */
    public static void show() {
        if (REGISTERED.compareAndSet(false, true)) {
            Thread thread = new Thread(Counters::register, "eejs-jsse-jmx");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private static void register() {
        try {
            ManagementFactory.getPlatformMBeanServer().registerMBean(new DescribedCounters(PROCESS),
                    new ObjectName(OBJECT_NAME));
        } catch (JMException | LinkageError | SecurityException e) {
            // Another class loader's copy of the library, or a JVM without JMX: TLS works all the same. The logger is
            // created only here, so that no first use of a service waits for the JVM's logging to start.
            Logger.getLogger(Counters.class.getName())
                    .log(Level.INFO, "the counters of EEJS are not shown by JMX: {0}", e.toString());
        }
    }
}

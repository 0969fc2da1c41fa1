package org.eejs.bench.remotekeys;

import java.io.IOException;
import java.util.Map;
import org.eejs.bench.measuring.JmhFork;
import org.eejs.bench.measuring.Timing;
import org.eejs.lab.processes.RunFailedException;
import org.openjdk.jmh.results.RunResult;

/** Key servers and their clients, here or on hosts. For one thread. */
interface Sweep extends AutoCloseable {
    /**
     * Measures a point once.
     *
     * @return a {@link org.openjdk.jmh.results.BenchmarkResult} of each client
     * @throws JmhFork.FailedException when there is no figure
     * @throws RunFailedException when nothing can be measured now
     */
    RunResult measure(SweepCell cell, Timing timing)
            throws JmhFork.FailedException, RunFailedException, IOException;

    /** Returns why a key server does not serve any more, in one line; null while all do. */
    String problem();

    /** Returns the places of clients and key servers, in words, by the names of roles. */
    Map<String, String> placed();

    /** Ends the servers and removes the keys. */
    @Override
    void close();
}

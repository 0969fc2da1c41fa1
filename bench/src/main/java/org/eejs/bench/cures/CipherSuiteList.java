package org.eejs.bench.cures;

import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import org.eejs.bench.measuring.ProvidersAhead;
import org.eejs.bench.measuring.RateBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Requests a second to one SSLContext, shared by all threads, for its default cipher suites or for an engine, which
 * asks for them. In JDK 8u60 each request tried out all ciphers again, behind one lock of the process.
 *
 * <p>One thread would hide the cost of the lock. A context for each thread would not, since the lock belonged to the
 * process.
 */
@State(Scope.Benchmark)
public class CipherSuiteList extends RateBenchmark {
    /** {@code stock}, or with the bottleneck. */
    @Param({"stock", "cipher-probe"})
    String ahead;

    private SSLContext context;

    /** Makes the context. */
    @Setup
    public void prepare() throws GeneralSecurityException {
        ProvidersAhead.of(ahead).install();
        context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[0], null);
        ProvidersAhead.of(ahead).check(context.getProvider().getName());
    }

    /** Restores the process. */
    @TearDown
    public void restore() {
        ProvidersAhead.of(ahead).remove();
    }

    /** Returns the default suites. */
    @Benchmark
    public String[] suites() {
        return context.getDefaultSSLParameters().getCipherSuites();
    }

    /** Returns an engine, or a socket, which each connection needs. */
    @Benchmark
    public SSLEngine engine() {
        return context.createSSLEngine();
    }
}

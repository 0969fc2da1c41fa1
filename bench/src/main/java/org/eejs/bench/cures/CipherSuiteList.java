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
 * How often a second one SSLContext, of all threads, is asked for its default cipher suites, or for an engine, which
 * asks for them. In JDK 8u60 each such question tried out all ciphers anew, behind one lock of the process.
 *
 * <p>With one thread it hides the lock. A context for each thread would not: the lock was the process's.
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

    /** Leaves the process as it was. */
    @TearDown
    public void restore() {
        ProvidersAhead.of(ahead).remove();
    }

    /** Returns the default suites. */
    @Benchmark
    public String[] suites() {
        return context.getDefaultSSLParameters().getCipherSuites();
    }

    /** Returns an engine, as each connection needs one, or a socket. */
    @Benchmark
    public SSLEngine engine() {
        return context.createSSLEngine();
    }
}

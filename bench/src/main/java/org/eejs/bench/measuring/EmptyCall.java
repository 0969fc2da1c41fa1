package org.eejs.bench.measuring;

import java.security.GeneralSecurityException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Invocations a second of an operation that does nothing, in the shape of the others: a state that was told provider
 * and algorithm, and a result that one of its fields holds. A second divided by it is what JMH adds to each operation.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
public class EmptyCall {
    /** Opened, as it is for all others. */
    @Param("SUN")
    String provider;

    /** Any name. */
    @Param("none")
    String algorithm;

    private Object result;

    /** Opens the provider. */
    @Setup
    public void prepare() throws GeneralSecurityException {
        result = CryptoProvider.open(provider).getName() + " " + algorithm;
    }

    /** Nothing. */
    @Benchmark
    public Object call() {
        return result;
    }
}

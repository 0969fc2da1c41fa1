package org.eejs.bench.measuring;

import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import org.eejs.lab.machine.Jdk;
import org.eejs.result.Bench;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Invocations a second of an operation that does nothing, but has the state of the others: a provider, an algorithm,
 * and a field for the result. One second divided by it is JMH's overhead for an operation.
 */
public class Overhead extends RateBenchmark {
    /** The name of the group, which is always measured and never listed. */
    public static final String NAME = "nothing";
    private static final String CALL = "call";
    /** The group of the empty call. */
    public static final Group GROUP = Group.named(NAME, Overhead.class).title("An empty call")
            .about("A method that returns an object.").operations(CALL).algorithms(List.of(NAME), List.of(NAME))
            .checkedBy((provider, algorithm) -> "nothing to check");

    /** The provider, which is opened as in all other groups. */
    @Param("SUN")
    String provider;

    /** Any name. */
    @Param("none")
    String algorithm;

    private Object result;

    /** Returns its only cell on a JDK. */
    public static Bench.Cell cell(Jdk jdk) {
        return new Bench.Cell(NAME, CALL, NAME, null, Map.of(), jdk.version(), "SUN", true, 1);
    }

    /** Opens the provider. */
    @Setup
    public void prepare() throws GeneralSecurityException {
        result = CryptoProvider.open(provider).getName() + " " + algorithm;
    }

    /** Returns an object. */
    @Benchmark
    public Object call() {
        return result;
    }
}

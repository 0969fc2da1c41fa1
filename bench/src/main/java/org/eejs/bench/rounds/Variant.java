package org.eejs.bench.rounds;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One of the things that are compared: a benchmark with its parameters. Equal variants are one.
 *
 * @param benchmark the class
 * @param method its method
 * @param parameters the values of its parameters by their names
 * @param threads how many threads call it
 */
public record Variant(Class<?> benchmark, String method, Map<String, String> parameters, int threads) {
    /** Of one thread. */
    public static Variant of(Class<?> benchmark, String method, Map<String, String> parameters) {
        return new Variant(benchmark, method, parameters, 1);
    }

    /** The same of so many threads. */
    public Variant threads(int number) {
        return new Variant(benchmark, method, parameters, number);
    }

    /** The same with another value of one parameter. */
    public Variant with(String parameter, String value) {
        Map<String, String> changed = new TreeMap<>(parameters);
        changed.put(parameter, value);
        return new Variant(benchmark, method, Map.copyOf(changed), threads);
    }

    /**
     * What is run for it in a process: itself, or, where a benchmark measures several variants in turn, that benchmark,
     * which is the same for all of these.
     */
    Variant process() {
        if (benchmark != SslHandshakesInTurn.class) {
            return this;
        }
        Map<String, String> others = new TreeMap<>(parameters);
        others.remove(SslHandshakesInTurn.TURN);
        return new Variant(benchmark, method, Map.copyOf(others), threads);
    }

    /** For people, for example {@code SslHandshakesInTurn.handshakes keyManager=PKIX resume=true}. */
    @Override
    public String toString() {
        return benchmark.getSimpleName() + "." + method + " "
                + new TreeMap<>(parameters).entrySet().stream().map(each -> each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining(" "))
                + (threads == 1 ? "" : " in " + threads + " threads");
    }
}

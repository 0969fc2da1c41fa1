package org.eejs.bench.measuring;

import java.io.PrintStream;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.eejs.result.Bench;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The benchmark that JMH runs for a cell.
 *
 * @param benchmark the benchmark's class
 * @param method its method
 * @param parameters the values of its parameters by their names
 */
public record Call(Class<?> benchmark, String method, Map<String, String> parameters) {
    private static final TimeValue MOMENT = TimeValue.milliseconds(10);

    /** Returns the call for a cell of the group's benchmark, whose parameters have the groups' names. */
    static Call of(Group group, Bench.Cell cell) {
        Map<String, String> parameters = new TreeMap<>(group.parametersOf(cell.algorithm()));
        parameters.putAll(cell.parameters());
        parameters.put("provider", cell.provider());
        if (cell.bytes() != null) {
            parameters.put("bytes", String.valueOf(cell.bytes()));
        }
        return new Call(group.benchmark(), cell.operation(), parameters);
    }

    /** Adds this call to JMH's options. */
    public void tell(ChainedOptionsBuilder options) {
        options.include("^" + Pattern.quote(benchmark.getName() + "." + method) + "$");
        parameters.forEach(options::param);
    }

    /**
     * Makes the call for a moment in this JVM, for benchmarks that assert that they measure the right operation.
     *
     * @return the words for this proof
     * @throws RunnerException when the benchmark failed
     */
    String prove() throws RunnerException {
        // Nothing is measured, so another JMH on this machine does not matter.
        System.setProperty("jmh.ignoreLock", "true");
        ChainedOptionsBuilder options = new OptionsBuilder().forks(0).warmupIterations(0).measurementIterations(1)
                .measurementTime(MOMENT).shouldFailOnError(true);
        tell(options);
        new Runner(options.build(), OutputFormatFactory.createFormatInstance(
                new PrintStream(PrintStream.nullOutputStream()), VerboseMode.SILENT)).runSingle();
        return "the benchmark's assertions";
    }
}

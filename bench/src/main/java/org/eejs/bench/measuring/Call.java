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
 * What JMH calls to measure a cell.
 *
 * @param benchmark the benchmark's class
 * @param method its method
 * @param parameters the values of its parameters by their names
 */
public record Call(Class<?> benchmark, String method, Map<String, String> parameters) {
    private static final TimeValue MOMENT = TimeValue.milliseconds(10);

    /** Returns a cell's call of the group's benchmark, whose parameters have the names that groups know. */
    static Call of(Group group, Bench.Cell cell) {
        Map<String, String> parameters = new TreeMap<>(group.parametersOf(cell.algorithm()));
        parameters.putAll(cell.parameters());
        parameters.put("provider", cell.provider());
        if (cell.bytes() != null) {
            parameters.put("bytes", String.valueOf(cell.bytes()));
        }
        return new Call(group.benchmark(), cell.operation(), parameters);
    }

    /** Has JMH make this call. */
    public void tell(ChainedOptionsBuilder options) {
        options.include("^" + Pattern.quote(benchmark.getName() + "." + method) + "$");
        parameters.forEach(options::param);
    }

    /**
     * Makes the call for a moment in this JVM, for benchmarks that assert by themselves that they measure what they
     * should.
     *
     * @return what that proves
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
        return "what the benchmark asserts";
    }
}

package org.eejs.bench.rounds;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eejs.bench.measuring.CpuProfiler;
import org.eejs.lab.machine.Jdk;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures variants in rounds: in each, every variant runs once, in an order drawn anew within its group, in a process
 * of its own or, where a benchmark measures several in turn, in one with these. What a machine does to one round it does to all variants of it, so ratios within a round hold where
 * figures do not.
 *
 * @param number how many rounds
 * @param seconds how long a fork warms up, and then is measured; where empty, as long as the benchmark says itself
 */
public record Rounds(int number, OptionalInt seconds) {
    /**
     * Measures on each JDK.
     *
     * @param groups variants that are compared with each other; they run next to each other. No variant stands in two
     * @param progress told what is measured and was found
     * @throws RunnerException when a benchmark failed, after its own output went to {@code progress}
     */
    public Map<Jdk, VariantReadings> measure(List<Jdk> jdks, List<List<Variant>> groups, PrintStream progress)
            throws RunnerException {
        Map<Jdk, VariantReadings> measured = new LinkedHashMap<>();
        jdks.forEach(jdk -> measured.put(jdk, new VariantReadings()));
        Random order = new Random();
        int total = number * jdks.size() * groups.stream().mapToInt(group -> processes(group).size()).sum();
        int done = 0;
        for (int round = 1; round <= number; round++) {
            for (Jdk jdk : jdks) {
                for (List<Variant> group : groups) {
                    Map<Variant, List<Variant>> processes = processes(group);
                    List<Variant> shuffled = new ArrayList<>(processes.keySet());
                    Collections.shuffle(shuffled, order);
                    for (Variant process : shuffled) {
                        RunResult result = run(jdk, process, progress);
                        done++;
                        for (Variant variant : processes.get(process)) {
                            ForkReading reading = ForkReading.of(result, variant);
                            measured.get(jdk).add(variant, reading);
                            progress.printf(Locale.ROOT, "%d of %d, round %d, JDK %s: %s: %s/s, %s us of CPU%n", done,
                                    total, round, jdk.version(), variant, Spread.digits(reading.rate()),
                                    Spread.digits(reading.cpuMicros()));
                        }
                    }
                }
            }
        }
        return measured;
    }

    /** The variants by the process that they are measured in. */
    private static Map<Variant, List<Variant>> processes(List<Variant> group) {
        return group.stream().collect(Collectors.groupingBy(Variant::process, LinkedHashMap::new, Collectors.toList()));
    }

    private RunResult run(Jdk jdk, Variant variant, PrintStream progress) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(variant.benchmark().getName() + "." + variant.method()) + "$")
                .threads(variant.threads())
                .forks(1)
                .jvm(jdk.java().toString())
                .jvmArgs("-Xms1g", "-Xmx1g", "-Deejs.home=" + System.getProperty("eejs.home", "target/eejs"))
                .addProfiler(CpuProfiler.class)
                .shouldFailOnError(true);
        variant.parameters().forEach(options::param);
        seconds.ifPresent(many -> options.warmupIterations(many).warmupTime(TimeValue.seconds(1))
                .measurementIterations(many).measurementTime(TimeValue.seconds(1)));
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(log, true, StandardCharsets.UTF_8)) {
            Collection<RunResult> results = new Runner(options.build(),
                    OutputFormatFactory.createFormatInstance(out, VerboseMode.NORMAL)).run();
            if (results.size() != 1) {
                throw new RunnerException(variant + " was to be measured once, and gave " + results.size()
                        + " results");
            }
            return results.iterator().next();
        } catch (RunnerException e) {
            progress.println(log.toString(StandardCharsets.UTF_8));
            throw new RunnerException(variant + " failed on JDK " + jdk.version() + "; its output stands above", e);
        }
    }
}

package org.eejs.bench.xml;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eejs.bench.measuring.MeasuredJvm;
import org.eejs.bench.measuring.Reading;
import org.eejs.lab.machine.Jdk;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Starts the processes that perform a call by the workload's engine and by JMH in turn.
 *
 * @param jdk whose JVM
 * @param processor that it is pinned to, as taskset writes it; empty when it is not
 * @param bytes about how long the document is
 * @param warmUpSeconds how long calls of each kind do not count
 * @param turns how often each is measured in a process
 * @param folder where the log goes
 */
record XmlEngine(Jdk jdk, String processor, int bytes, double warmUpSeconds, int turns, Path folder) {
    /** What the document follows from. */
    static final long SEED = 1;

    private static final double PATIENCE_SECONDS = 120;

    /**
     * What a process measured, on average over its turns.
     *
     * @param engine by the workload's engine
     * @param bare by JMH
     */
    record Pair(Reading engine, Reading bare) {}

    /**
     * Has a process measure.
     *
     * @throws RunnerException with a line that names the log when it fails
     */
    Pair measure(XmlCall call) throws RunnerException, IOException {
        Path log = folder.resolve("engine.log");
        MeasuredJvm jvm = MeasuredJvm.of(jdk);
        // On one processor it is the collector that a JVM takes by itself. JMH locks the machine for itself, which one
        // that is asked again and again does not need.
        List<String> command = jvm.command().pinnedTo(processor)
                .options(List.of("-XX:+UseSerialGC", "-Djmh.ignoreLock=true")).words(XmlEngineTurns.class.getName(),
                        List.of(call.transaction(), String.valueOf(bytes), String.valueOf(warmUpSeconds),
                                String.valueOf(turns)));
        Process process = jvm.start(command, log, Math.round(PATIENCE_SECONDS + 4 * warmUpSeconds + 4 * turns
                * (XmlEngineTurns.PAUSE + XmlEngineTurns.SECONDS)));
        List<double[]> lines = new ArrayList<>();
        try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                lines.add(Arrays.stream(line.split(" ")).mapToDouble(Double::parseDouble).toArray());
            }
        } finally {
            process.destroyForcibly();
        }
        if (lines.size() != turns) {
            throw new RunnerException(call + ": the process that measures it ended before its time; its log is " + log);
        }
        return new Pair(reading(lines, 0),
                reading(lines, 2));
    }

    private static Reading reading(List<double[]> lines, int first) {
        return new Reading(lines.stream().map(line -> line[first]).toList(),
                lines.stream().mapToDouble(line -> line[first + 1]).average().orElseThrow(), 0);
    }
}

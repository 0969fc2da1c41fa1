package org.eejs.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.eejs.lab.Jdk;
import org.eejs.role.ControlChannel;
import org.eejs.xml.WorkloadTick;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Measures a call by the XML workload's own process and by JMH: one thread, the same JVM with the same options, the
 * same document, the same processor, the same time. JMH gives its forks a file of hints for the compiler, and nothing
 * else that the workload's process has not.
 *
 * @param jdk whose JVM
 * @param processor that both are pinned to, as taskset writes it; empty when they are not
 * @param bytes about how long the document is
 * @param warmUpSeconds how long calls do not count
 * @param steadySeconds how long they do
 * @param folder where logs go
 */
record XmlEngine(Jdk jdk, String processor, int bytes, int warmUpSeconds, int steadySeconds, Path folder) {
    /** What the document follows from. */
    static final long SEED = 1;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MAIN = "org.eejs.xml.XmlMain";
    private static final long PATIENCE_SECONDS = 120;

    /** The options of both JVMs; on one processor it is the collector that a JVM takes by itself. */
    private List<String> options() {
        List<String> options = new ArrayList<>(new MeasuredJvm(jdk, Map.of()).options(null));
        options.add("-XX:+UseSerialGC");
        return options;
    }

    /** By JMH. */
    Reading bare(XmlCall call) throws RunnerException, IOException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(call.bare().getName() + "." + call.method()) + "$").threads(1).forks(1)
                .jvm(pinned().toString()).jvmArgs(options().toArray(String[]::new)).addProfiler(CpuProfiler.class)
                .warmupIterations(warmUpSeconds).warmupTime(TimeValue.seconds(1))
                .measurementIterations(steadySeconds).measurementTime(TimeValue.seconds(1))
                .shouldFailOnError(true).param("bytes", String.valueOf(bytes));
        call.parameters().forEach(options::param);
        try {
            RunResult result = JmhFork.run(options.build(), call.toString(), folder);
            return Reading.of(result, Variant.of(call.bare(), call.method(), call.parameters()));
        } catch (JmhFork.FailedException e) {
            throw new RunnerException(call + " by JMH: " + e.getMessage() + "; its output is in " + folder, e);
        }
    }

    /** JMH takes the path of a JVM, and no command that precedes it. */
    private Path pinned() throws IOException {
        if (processor.isEmpty()) {
            return jdk.java();
        }
        Path script = folder.resolve("java-" + jdk.version() + ".sh");
        if (!Files.exists(script)) {
            Files.writeString(script, "#!/bin/sh\nexec taskset -c " + processor + " '"
                    + jdk.java().toString().replace("'", "'\\''") + "' \"$@\"\n");
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return script;
    }

    /** By the workload's process. */
    Reading engine(XmlCall call) throws RunnerException, IOException {
        Path log = folder.resolve("engine.log");
        List<String> command = new ArrayList<>();
        if (!processor.isEmpty()) {
            command.addAll(List.of("taskset", "-c", processor));
        }
        command.add(jdk.java().toString());
        command.addAll(options());
        command.addAll(List.of("-cp", Path.of(System.getProperty("eejs.home", "target/eejs"), "xml") + "/*", MAIN,
                "--json", "--transaction", call.transaction(), "--library", call.library(), "--document", "invoice",
                "--size", String.valueOf(bytes), "--seed", String.valueOf(SEED), "--threads", "1",
                "--warm-up", String.valueOf(warmUpSeconds), "--steady", String.valueOf(steadySeconds)));
        // The end of its input would end it; ours stays open until it is destroyed.
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile())).start();
        MeasuredJvm.endWhenLate(process, PATIENCE_SECONDS + warmUpSeconds + steadySeconds);
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            return reading(lines, call, log);
        } finally {
            process.destroyForcibly();
        }
    }

    private static Reading reading(BufferedReader lines, XmlCall call, Path log) throws IOException, RunnerException {
        WorkloadTick begin = null;
        WorkloadTick end = null;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            JsonNode event = JSON.readTree(line);
            switch (event.path("event").asText()) {
                case WorkloadTick.STEADY -> begin = JSON.treeToValue(event.path("data"), WorkloadTick.class);
                case WorkloadTick.EVENT -> end = JSON.treeToValue(event.path("data"), WorkloadTick.class);
                case ControlChannel.FAILED -> throw new RunnerException(call + " by the workload: "
                        + event.path("data").path("message").asText());
                case ControlChannel.DONE -> {
                    return new Reading(end.transactionsPerSecondSince(begin),
                            end.cpuMicrosPerTransactionSince(begin), 0);
                }
                default -> { }
            }
        }
        throw new RunnerException(call + ": the workload's process ended without a result; its log is " + log);
    }
}

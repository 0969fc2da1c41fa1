package org.eejs.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.concurrent.Callable;
import org.eejs.doctor.Doctor;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.looking.LaunchedJvm;
import org.eejs.doctor.looking.LiveJvm;
import org.eejs.doctor.looking.RecordingEvidence;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.rounds.Outcome;
import org.eejs.report.Report;
import org.eejs.result.Diagnosis;
import org.eejs.result.InputException;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eejs doctor}: the cost of TLS and cryptography in a JVM, and its fixes. */
@Command(name = "doctor", sortOptions = false, mixinStandardHelpOptions = true,
        description = {
            "Profiles a running JVM of this machine and user, or reads a recording. Reports the CPU share of TLS and "
            + "cryptography, the bottlenecks with their costs, and their fixes.", "",
            "  ${COMMAND-FULL-NAME} PID",
            "  ${COMMAND-FULL-NAME} recording.jfr",
            "  ${COMMAND-FULL-NAME} --launch java -jar app.jar", "",
            "The JVM runs on. It keeps an attach thread with a socket, and threads and a system property of the "
            + "flight recorder. Before JDK 25 it also keeps the library of async-profiler.", "",
            "Exit code 3: a fix would save more than --threshold; 1: the largest cost is unknown or unexplained, or "
            + "the JVM was idle.", ""})
final class DoctorCommand implements Callable<Integer> {
    private static final int HUNDRED = 100;
    private static final int HOUR = 3_600;
    private static final String LOG = "launched.log";

    @Parameters(arity = "0..1", paramLabel = "PID|FILE", description = "Process to profile, or a recording of the "
            + "flight recorder or async-profiler.")
    private String target;

    @Option(names = "--launch", arity = "1..*", paramLabel = "COMMAND", preprocessor = Rest.class,
            description = "Start this command, profile it, and end it; must be the last option.")
    private List<String> launch = new ArrayList<>();

    /** Consumes the rest of the command line unchanged, including options of the launched command. */
    static final class Rest implements IParameterPreprocessor {
        @Override
        public boolean preprocess(Stack<String> arguments, CommandSpec command, ArgSpec option,
                Map<String, Object> info) {
            List<String> words = new ArrayList<>();
            while (!arguments.isEmpty()) {
                words.add(arguments.pop());
            }
            option.setValue(words);
            return true;
        }
    }

    @Option(names = "--seconds", paramLabel = "S", defaultValue = "30",
            description = "Seconds of profiling a running JVM (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--after", paramLabel = "S", defaultValue = "20",
            description = "With --launch: seconds of start and warm-up before profiling (default: ${DEFAULT-VALUE}).")
    private int after;

    @Option(names = "--start-recorder", negatable = true,
            description = "Start the flight recorder even in a JVM before JDK 25 in which it was never started. Such a "
                    + "JVM discards all compiled code and needs several times its CPU for a while. "
                    + "Never use it with --no-start-recorder: sampling then costs less from JDK 25 on, but fewer "
                    + "bottlenecks are found.")
    private Boolean startRecorder;

    @Option(names = "--threshold", paramLabel = "PERCENT", defaultValue = "5",
            description = "Exit with 3 if a fix would save more percent of the CPU (default: ${DEFAULT-VALUE}).")
    private double threshold;

    @Option(names = "--no-probe", description = "Open no connection to the TLS ports of the JVM. By default three "
            + "handshakes with each of up to three ports show its key and settings.")
    private boolean noProbe;

    @Option(names = "--rules", description = "Print the bottlenecks that it knows as Markdown, and exit.")
    private boolean rules;

    @Option(names = "--all", description = "Also report bottlenecks of less than 1%% of the CPU.")
    private boolean all;

    @Mixin
    private final DoctorFiles files = new DoctorFiles();

    @Mixin
    private final Measurement measurement = new Measurement(true);

    @Override
    public Integer call() {
        if (rules) {
            System.out.print(DoctorRules.page());
            return Eejs.DONE;
        }
        check();
        boolean ownFolder = measurement.out() == null || !Files.exists(measurement.out());
        RunDirectory directory = measurement.directory("doctor");
        try {
            return files.exitCode(measurement.carryOut(directory, this::examine, Report::terminal,
                    result -> result.diagnosis().isHealthy()));
        } finally {
            if (ownFolder) {
                removeIfEmpty(directory.path());
            }
        }
    }

    private void check() {
        if (seconds < 5 || seconds > 600) {
            throw new InputException("--seconds " + seconds + ": must be 5 to 600");
        }
        if (after < 0 || after > HOUR) {
            throw new InputException("--after " + after + ": must be 0 to " + HOUR);
        }
        if (!(threshold >= 0 && threshold <= HUNDRED)) {
            throw new InputException("--threshold " + threshold + ": must be 0 to 100");
        }
        if ((target == null) == launch.isEmpty()) {
            throw new InputException("give one PID, one recording, or --launch and a command");
        }
        files.check();
    }

    /** Removes an empty folder, so that refused input leaves none. */
    private static void removeIfEmpty(Path folder) {
        try {
            Path log = folder.resolve(LOG);
            if (Files.exists(log) && Files.size(log) == 0) {
                Files.delete(log);
            }
            Files.delete(folder.resolve("logs"));
            Files.delete(folder);
        } catch (IOException e) {
            // The folder is not empty.
        }
    }

    private Outcome examine(RunDirectory directory) {
        String startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        JvmEvidence evidence;
        Interruption interruption = new Interruption(Thread.currentThread());
        try {
            measurement.abort().onAbort(reason -> interruption.interrupt());
            evidence = evidence(directory.path());
        } catch (InterruptedException e) {
            throw new InputException("stopped before the end of the capture, so there is no result");
        } catch (RunFailedException e) {
            throw new InputException(e.getMessage());
        } finally {
            interruption.end();
        }
        Diagnosis diagnosis = Doctor.examine(evidence, all ? 0 : Doctor.LEAST, threshold / HUNDRED);
        Jdk running = Jdk.running();
        Outcome outcome = new Outcome(Result.of("doctor", startedAt, Machine.disclosure(Map.of(running.version(),
                running.info()), List.of(), Map.of(), Map.of()), diagnosis), unknown(diagnosis));
        files.write(outcome, measurement.isReadable());
        return outcome;
    }

    /**
     * Returns why the cost of CPU or TLS is unknown, so that a gate fails; null if it is known.
     */
    private static String unknown(Diagnosis diagnosis) {
        String unseen = diagnosis.impairment().orElse(null);
        if (diagnosis.isSampled()) {
            return !diagnosis.isHealthy() ? null : unseen != null ? "the cost of TLS is unknown: " + unseen
                    : diagnosis.unexplained().map(each -> "%s takes %.0f%% of the CPU; %s".formatted(
                            each.words(), HUNDRED * each.share(), each.way() == null ? "no rule explains it"
                            : "another way takes less")).or(() -> diagnosis.undecided().map(each ->
                            "only you know whether it can be saved: " + each.title())).orElse(null);
        }
        return "the cost in CPU is unknown: " + (diagnosis.isIdle()
                ? "the JVM was idle during the capture; profile it under load"
                : unseen != null ? unseen
                : diagnosis.target().pid() == null ? "the recording has no CPU samples; record with "
                + "settings=profile, or by async-profiler"
                : "no stack was sampled; see “Not observed” in the report");
    }

    /** An interruption of the profiling thread, but not while it writes the result. Thread-safe. */
    private static final class Interruption {
        private Thread looking;

        Interruption(Thread looking) {
            this.looking = looking;
        }

        synchronized void interrupt() {
            if (looking != null) {
                looking.interrupt();
            }
        }

        /** Ends the interruptible part. Called by the profiling thread. */
        synchronized void end() {
            looking = null;
            Thread.interrupted();
        }
    }

    private JvmEvidence evidence(Path folder) throws InterruptedException {
        if (target == null) {
            return launched(folder);
        }
        return target.matches("\\d{1,9}") && !Files.exists(Path.of(target))
                ? look(Long.parseLong(target), folder, Boolean.TRUE.equals(startRecorder))
                : RecordingEvidence.of(Path.of(target), folder);
    }

    private JvmEvidence launched(Path folder) throws InterruptedException {
        // The output of the command goes into a log because the doctor's output may be JSON.
        Path log = folder.resolve(LOG);
        try (LaunchedJvm launched = LaunchedJvm.start(launch, log)) {
            measurement.progress().step("waiting " + after + " s for the JVM to warm up; its output is in " + log);
            launched.warmUp(Duration.ofSeconds(after));
            return look(launched.pid(), folder, true);
        }
    }

    private JvmEvidence look(long pid, Path folder, boolean startsRecorder) throws InterruptedException {
        LiveJvm jvm = new LiveJvm(pid, ProfilerHome.folder(), folder, startsRecorder);
        if (Boolean.FALSE.equals(startRecorder)) {
            jvm.withoutRecorder();
        }
        measurement.progress().step("profiling process " + pid + " for " + seconds + " s");
        return (noProbe ? jvm.withoutProbe() : jvm).look(Duration.ofSeconds(seconds));
    }
}

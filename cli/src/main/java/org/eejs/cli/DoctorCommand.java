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

/** {@code eejs doctor}: what TLS and cryptography cost a JVM, and how to stop it. */
@Command(name = "doctor", sortOptions = false, mixinStandardHelpOptions = true,
        description = {
            "Looks at a live JVM of this machine and user for a while, or at a recording, and says how much of its CPU "
            + "goes to TLS and cryptography, which bottlenecks it has, what each costs, and how to stop it.", "",
            "  eejs doctor PID",
            "  eejs doctor recording.jfr",
            "  eejs doctor --launch java -jar app.jar", "",
            "Nothing in the JVM is changed, and it runs on. Exit code 3 says that a cure would save more than "
            + "--threshold; 1, that nothing is known, as of an idle JVM.", ""})
final class DoctorCommand implements Callable<Integer> {
    private static final int HUNDRED = 100;
    private static final int HOUR = 3_600;
    private static final String LOG = "launched.log";

    @Parameters(arity = "0..1", paramLabel = "PID|FILE", description = "The process to look at, or a recording of the "
            + "flight recorder or async-profiler.")
    private String target;

    @Option(names = "--launch", arity = "1..*", paramLabel = "COMMAND", preprocessor = Rest.class,
            description = "The last option: start this command, look at it, and end it.")
    private List<String> launch = new ArrayList<>();

    /** Takes the rest of the command line as it stands, with options that are the command's own. */
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
            description = "How long to look at a live JVM (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--after", paramLabel = "S", defaultValue = "20",
            description = "With --launch: how long the JVM may start and warm up before (default: ${DEFAULT-VALUE}).")
    private int after;

    @Option(names = "--start-recorder",
            description = "Start the flight recorder of a JVM before JDK 25, too, if it was never started: it then "
                    + "discards all compiled code, which costs it several times as much for a while.")
    private boolean startRecorder;

    @Option(names = "--threshold", paramLabel = "PERCENT", defaultValue = "5",
            description = "Exit with 3 when a cure would save more of the CPU (default: ${DEFAULT-VALUE}).")
    private double threshold;

    @Option(names = "--all", description = "Report bottlenecks of less than 1 %% of the CPU, too.")
    private boolean all;

    @Mixin
    private final Measurement measurement = new Measurement(false);

    @Override
    public Integer call() {
        check();
        boolean ownFolder = measurement.out() == null || !Files.exists(measurement.out());
        RunDirectory directory = measurement.directory("doctor");
        try {
            return measurement.carryOut(directory, this::examine, Report::terminal,
                    result -> result.diagnosis().isHealthy());
        } finally {
            if (ownFolder) {
                removeIfEmpty(directory.path());
            }
        }
    }

    private void check() {
        if (seconds < 5 || seconds > 600) {
            throw new InputException("--seconds " + seconds + " cannot be; give 5 to 600");
        }
        if (after < 0 || after > HOUR) {
            throw new InputException("--after " + after + " cannot be; give 0 to " + HOUR);
        }
        if (!(threshold >= 0 && threshold <= HUNDRED)) {
            throw new InputException("--threshold " + threshold + " cannot be; give 0 to 100");
        }
        if ((target == null) == launch.isEmpty()) {
            throw new InputException("give one PID, one recording, or --launch and a command");
        }
    }

    /** Of what was refused, no folder stays without a result. */
    private static void removeIfEmpty(Path folder) {
        try {
            Path log = folder.resolve(LOG);
            if (Files.exists(log) && Files.size(log) == 0) {
                Files.delete(log);
            }
            Files.delete(folder.resolve("logs"));
            Files.delete(folder);
        } catch (IOException e) {
            // Something is in it.
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
            throw new InputException("stopped before the end of the look, so nothing is known");
        } catch (RunFailedException e) {
            throw new InputException(e.getMessage());
        } finally {
            interruption.end();
        }
        Diagnosis diagnosis = Doctor.examine(evidence, all ? 0 : Doctor.LEAST, threshold / HUNDRED);
        Jdk running = Jdk.running();
        return new Outcome(Result.of("doctor", startedAt, Machine.disclosure(Map.of(running.version(), running.info()),
                List.of(), Map.of(), Map.of()), diagnosis), unknown(diagnosis));
    }

    /**
     * Returns why nothing can be said of the CPU, or of TLS, so that a gate does not pass; null where something can.
     */
    private static String unknown(Diagnosis diagnosis) {
        String unseen = diagnosis.impairment().orElse(null);
        if (diagnosis.isSampled()) {
            return unseen == null || !diagnosis.isHealthy() ? null : "nothing is known of TLS: " + unseen;
        }
        return "nothing is known of the CPU: " + (diagnosis.isIdle()
                ? "the JVM was idle while it was looked at; look while it serves"
                : unseen != null ? unseen
                : diagnosis.target().pid() == null ? "the recording has no samples of it; record with "
                + "settings=profile, or by async-profiler"
                : "no stack was sampled; the report says why, under what was not seen");
    }

    /** Interrupts who looks, but not who has looked: writing of the result would break off. Thread-safe. */
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

        /** By the thread that has looked. */
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
                ? look(Long.parseLong(target), folder, startRecorder)
                : RecordingEvidence.of(Path.of(target), folder);
    }

    private JvmEvidence launched(Path folder) throws InterruptedException {
        // Its output is not the doctor's, which may be JSON.
        Path log = folder.resolve(LOG);
        try (LaunchedJvm launched = LaunchedJvm.start(launch, log)) {
            measurement.progress().step("the JVM has " + after + " s to start and warm up; it writes to " + log);
            launched.warmUp(Duration.ofSeconds(after));
            return look(launched.pid(), folder, true);
        }
    }

    private JvmEvidence look(long pid, Path folder, boolean startsRecorder) throws InterruptedException {
        measurement.progress().step("looking at process " + pid + " for " + seconds + " s");
        return new LiveJvm(pid, Home.rooms(), folder, startsRecorder).look(Duration.ofSeconds(seconds));
    }
}

package org.eejs.lab.serving;

import static org.eejs.banking.settings.BankingSettings.BANK_JVM_OPTIONS;
import static org.eejs.banking.settings.BankingSettings.CURES;
import static org.eejs.banking.settings.BankingSettings.JDK;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import org.eejs.banking.Fix;
import org.eejs.banking.KnownProvider;
import org.eejs.banking.RoleName;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.JvmLog;
import org.eejs.lab.machine.JvmProcess;
import org.eejs.lab.processes.JvmSetup;
import org.eejs.lab.processes.ProviderProofs;
import org.eejs.lab.service.ServiceDescription;
import org.eejs.lab.settings.RunPlan;
import org.eejs.profile.AttachedJvm;
import org.eejs.profile.FlightRecording;
import org.eejs.profile.ProfilingException;
import org.eejs.profile.RecordedEvents;
import org.eejs.result.Result;

/** The JVM of a service: checks it against its configuration, and reads its counts. Thread-safe. */
final class ServiceJvm {
    /** The part of an option that is the same each time it is repeated. */
    private static final Pattern SAME_FLAG = Pattern.compile("-XX:[+-]?\\w+|-X(?:m[xsn]|ss)|-D[^=]+");
    private static final List<String> COUNTERS = List.of("eejs-bank-", "eejs-banking-", "byte-buddy-");

    private final RunPlan plan;
    private final LongSupplier pid;
    private final Path home;
    private final Path folder;
    private final ServiceDescription service;
    private final List<String> notes = new ArrayList<>();
    private HandshakeRecording counting;
    private boolean countsAlgorithms;
    private OptionalLong handshakes = OptionalLong.empty();
    /** The latest report; null before the first. */
    private JvmReport report;

    /**
     * Creates a connection to the JVM of a service.
     *
     * @param pid its current process
     * @param home the folder with a folder of jars for each room
     * @param folder the folder for its recording
     */
    ServiceJvm(RunPlan plan, ServiceDescription service, LongSupplier pid, Path home, Path folder) {
        this.plan = plan;
        this.service = service;
        this.pid = pid;
        this.home = home;
        this.folder = folder;
    }

    /**
     * Starts counting, until {@link #endLoad}.
     *
     * @param algorithms whether to count also the providers of algorithms, which changes its code. Only for a JVM that
     *     has just been started and still has to compile it
     */
    synchronized void beginLoad(boolean algorithms) {
        Optional<String> refusal = JvmProcess.refusal(pid.getAsLong());
        if (refusal.isPresent()) {
            notes.add(refusal.get() + ": its CPU is counted, but not its handshakes" + (refusal.get().endsWith("no JVM")
                    ? "" : ", and its providers, flags and stacks are unknown"));
            return;
        }
        AttachedJvm jvm = new AttachedJvm(pid.getAsLong());
        if (algorithms) {
            jvm.allowCompilingAnew();
        }
        try {
            counting = new HandshakeRecording(jvm, folder.resolve("handshakes.jfr"),
                    service.script().connections().certificate() != null);
        } catch (ProfilingException e) {
            notes.add("the service's handshakes are not counted: " + e.getMessage());
        }
        if (algorithms) {
            try {
                List<String> jars = new ArrayList<>();
                for (String prefix : COUNTERS) {
                    jars.add(JvmSetup.jar(home, RoleName.BANK.id(), prefix).toAbsolutePath().toString());
                }
                jvm.loadJavaAgent(agent(home), "count " + String.join(File.pathSeparator, jars));
                countsAlgorithms = true;
            } catch (ProfilingException | IOException e) {
                notes.add("the service's providers of algorithms are not counted: " + e.getMessage());
            }
        }
    }

    /** Stops counting algorithms, so that the JDK's own code runs during the measurement; does not wait. */
    synchronized void stopCounting() {
        if (!countsAlgorithms) {
            return;
        }
        countsAlgorithms = false;
        CompletableFuture.runAsync(() -> {
            if (JvmProcess.refusal(pid.getAsLong()).isEmpty()) {
                try {
                    new AttachedJvm(pid.getAsLong()).loadJavaAgent(agent(home), "stop");
                } catch (ProfilingException | IOException e) {
                    synchronized (this) {
                        notes.add("algorithms are still counted while it is measured: " + e.getMessage());
                    }
                }
            }
        });
    }

    /** Returns the agent's jar. */
    static Path agent(Path home) throws IOException {
        return JvmSetup.jar(home, JvmSetup.AGENT, "eejs-agent-").toAbsolutePath();
    }

    /** Ends counting; the counts remain. */
    synchronized void endLoad() {
        if (counting != null) {
            try {
                long counted = counting.end();
                if (counted > 0) {
                    handshakes = OptionalLong.of(counted);
                } else if (service.url().getScheme().equals("https")) {
                    notes.add("the service's JVM counted no TLS handshake. It counts only those of the JDK's own TLS, "
                            + "not those of OpenSSL (netty-tcnative, Tomcat Native) or of a proxy");
                }
            } catch (ProfilingException e) {
                notes.add("the service's handshakes are not counted: " + e.getMessage());
            }
            counting = null;
        }
    }

    synchronized void close() {
        if (counting != null) {
            counting.close();
            counting = null;
        }
    }

    synchronized OptionalLong handshakes() {
        return handshakes;
    }

    synchronized List<String> notes() {
        List<String> all = new ArrayList<>(notes);
        if (report != null && report.problem() != null) {
            all.add("the agent in the service's JVM: " + report.problem());
        }
        return List.copyOf(all);
    }

    /** Returns the current report; the last one if the JVM reports nothing any more; empty if it never did. */
    synchronized Optional<JvmReport> ask() {
        if (JvmProcess.refusal(pid.getAsLong()).isEmpty()) {
            AttachedJvm jvm = new AttachedJvm(pid.getAsLong());
            try {
                jvm.loadJavaAgent(agent(home), "report");
            } catch (ProfilingException | IOException e) {
                notes.add("the service's providers are not known: " + e.getMessage());
            }
            try {
                report = JvmReport.of(jvm.properties());
            } catch (ProfilingException e) {
                // It has ended meanwhile; the last report is still valid.
            }
        }
        return Optional.ofNullable(report);
    }

    /** Returns lines about the configuration that the JVM reports, for users. */
    List<String> proofs() {
        List<String> proofs = new ArrayList<>();
        ask().ifPresent(said -> {
            proofs.add("Java " + said.jdk().version() + ", " + said.vm());
            if (!said.providers().isEmpty()) {
                proofs.add("security providers " + String.join(", ", said.providers()) + "; random numbers of "
                        + said.random());
            }
            for (Result.AlgorithmProof proof : ProviderProofs.of(plan.providers(), said.algorithms(), said.offers())) {
                proofs.add(proof.family() + " was served by " + (proof.servedBy().isEmpty() ? "no provider"
                        : proof.servedBy().entrySet().stream().map(each -> each.getKey() + " (" + each.getValue() + ")")
                                .collect(Collectors.joining(", "))));
            }
        });
        return proofs;
    }

    /**
     * Returns the differences between the JVM and its configuration.
     *
     * @param options its requested options; empty if the lab did not start it
     * @param log its log; null if unknown
     */
    List<String> contradictions(List<String> options, Path log) {
        boolean asks = !plan.providers().isNone() || !plan.get(CURES).isEmpty();
        boolean asksJdk = asks || asksJdk(plan);
        Optional<JvmReport> said = ask();
        if (said.isEmpty()) {
            return asksJdk || !plan.get(BANK_JVM_OPTIONS).isEmpty() ? List.of("it is not known whether the service "
                    + "runs as configured: " + JvmProcess.refusal(pid.getAsLong())
                            .orElse("its JVM does not report it")) : List.of();
        }
        List<String> found = new ArrayList<>();
        if (asksJdk && !isOf(plan.bankJdk(), Path.of(said.get().jdk().home()))) {
            found.add("JDK %s (%s) was requested, but the service runs on Java %s (%s)".formatted(
                    plan.bankJdk().version(), plan.bankJdk().home(), said.get().jdk().version(),
                    said.get().jdk().home()));
        }
        found.addAll(missing(options, log));
        if (!said.get().providers().isEmpty()) {
            found.addAll(providers(said.get()));
        } else if (asks) {
            found.add("it is not known whether the service has the configured providers");
        }
        return found;
    }

    /** Returns whether a configuration names the JDK of a service. */
    static boolean asksJdk(RunPlan plan) {
        return !plan.get(JDK).equals(Jdk.SAME);
    }

    /** Returns whether a Java runs from a JDK; that of JDK 8 has a separate folder there. */
    private static boolean isOf(Jdk jdk, Path home) {
        return Stream.of(jdk.home(), jdk.home().resolve("jre")).anyMatch(each -> {
            try {
                return Files.isSameFile(each, home);
            } catch (IOException e) {
                return false;
            }
        });
    }

    private List<String> providers(JvmReport said) {
        List<String> found = new ArrayList<>();
        if (!plan.get(CURES).isEmpty() && !said.providers().get(0).equals(Fix.PROVIDER)) {
            found.add("cures were requested, but the JVM's first provider is not " + Fix.PROVIDER + " but "
                    + said.providers().get(0));
        }
        plan.providers().providers().values().stream().distinct().sorted(Comparator.naturalOrder())
                .filter(each -> each != KnownProvider.JDK && !said.providers().contains(each.jcaName()))
                .forEach(each -> found.add(each.id() + " was requested, but the JVM has no provider "
                        + each.jcaName()));
        if (found.isEmpty()) {
            found.addAll(ProviderProofs.contradictions(plan.providers(), said.algorithms(), said.random(),
                    said.offers()));
        }
        return found;
    }

    /** Returns the options that its JVM did not get, for example from a script that drops them, or did not accept. */
    private List<String> missing(List<String> options, Path log) {
        List<String> found = new ArrayList<>();
        try {
            String taken = new AttachedJvm(pid.getAsLong()).answer("VM.command_line").lines()
                    .filter(line -> line.startsWith("jvm_args:")).findFirst().orElse("") + " ";
            for (String each : options.stream().filter(option -> option.matches("-[XD].*")).toList()) {
                if (!taken.contains(" " + each + " ")) {
                    found.add("the option " + each + " was requested, but the service's JVM was started without it");
                } else if (!each.equals(last(each, taken))) {
                    found.add("the option %s was requested, but the service's own %s follows it and takes effect"
                            .formatted(each, last(each, taken)));
                }
            }
            List<String> refused = log == null ? List.of() : new JvmLog(log).refusedFlags();
            refused.stream().filter(line -> options.stream().anyMatch(each -> line.contains(flag(each))))
                    .forEach(line -> found.add("the service's JVM refuses a flag: " + line));
        } catch (ProfilingException | IOException e) {
            // It has ended; the differences found so far are still valid.
        }
        return found;
    }

    /** Returns the last word for the same flag as an option, which takes effect; the option if there is no other. */
    private static String last(String option, String taken) {
        return option.contains(" ") ? option : Stream.of(taken.split(" ")).filter(word -> key(word).equals(key(option)))
                .reduce((earlier, later) -> later).orElse(option);
    }

    private static String key(String word) {
        Matcher same = SAME_FLAG.matcher(word);
        return same.lookingAt() ? same.group().replaceFirst("^-XX:[+-]", "-XX:") : word;
    }

    /** Returns the JVM's name of an option. */
    private static String flag(String option) {
        return option.replaceFirst("^-(XX:[+-]?)?", "").replaceFirst("=.*", "");
    }

    /**
     * Counts the TLS handshakes of a JVM by its flight recorder, which reports those of the JDK's own TLS. Handshakes
     * of the JVM as a client of other services are left out: there the other side shows a certificate. Every JDK has
     * the event, and without stack traces its cost is negligible. For one thread.
     */
    private static final class HandshakeRecording {
        private static final String EVENT = "jdk.TLSHandshake";
        private static final URL SETTINGS =
                Objects.requireNonNull(HandshakeRecording.class.getResource("handshakes.jfc"));
        /** The longest recording, if it is never ended. */
        private static final Duration LONGEST = Duration.ofHours(12);
        /** A recording above this size has probably lost its beginning; see {@link FlightRecording}. */
        private static final long FULL = 110L << 20;

        private final FlightRecording recording;
        private final Path file;
        private final boolean ofUsersWithCertificates;

        /**
         * Starts counting.
         *
         * @param file the recording, which is deleted at the end
         * @param ofUsersWithCertificates whether users show certificates, so that handshakes with a certificate count
         */
        HandshakeRecording(AttachedJvm jvm, Path file, boolean ofUsersWithCertificates) throws ProfilingException {
            this.file = file;
            this.ofUsersWithCertificates = ofUsersWithCertificates;
            this.recording = FlightRecording.start(jvm, "eejs-handshakes", List.of(SETTINGS), file, LONGEST);
        }

        /** Ends counting, and returns the number of handshakes. */
        long end() throws ProfilingException {
            try {
                recording.stop();
                if (Files.size(file) > FULL) {
                    throw new ProfilingException("there were more than its recording holds");
                }
                LongAdder count = new LongAdder();
                String cutOff = RecordedEvents.read(file, type -> { }, event -> count.add(isOfUser(event) ? 1 : 0));
                if (cutOff != null) {
                    throw new ProfilingException("cannot read its recording: " + cutOff);
                }
                return count.sum();
            } catch (IOException e) {
                throw new ProfilingException("cannot read its recording: " + e.getMessage(), e);
            } finally {
                file.toFile().delete();
            }
        }

        private boolean isOfUser(RecordedEvent event) {
            return event.getEventType().getName().equals(EVENT)
                    && (event.getLong("certificateId") == 0 || ofUsersWithCertificates);
        }

        /** Ends counting without a result. */
        void close() {
            recording.close();
            file.toFile().delete();
        }
    }
}

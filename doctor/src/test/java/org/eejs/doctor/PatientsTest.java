package org.eejs.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.doctor.looking.LiveJvm;
import org.eejs.doctor.patients.Patient;
import org.eejs.doctor.rules.Rule;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.JvmThreads;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.lab.processes.JvmCommand;
import org.eejs.result.Diagnosis;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Profiles small programs with one bottleneck each, and without it, in separate JVMs. DoctorIT has a sick bank, and
 * LiveJvmTest a healthy program for every build.
 */
class PatientsTest {
    private static final int SECONDS = Integer.getInteger("doctor.seconds", 6);
    private static final boolean RECORDER = !"false".equals(System.getProperty("doctor.recorder"));

    private static final int MEASURED = 6;
    /** The part of the predicted saving that a fix reaches at least, and how exactly some seconds measure CPU. */
    private static final double HELPS = 0.5;
    private static final double NOISE = 0.1;
    /** Programs whose code allows only what the fix forbids. */
    private static final Set<String> ALLOW_NOTHING_ELSE = Set.of("dhe", "cbc-suites");

    @TempDir
    private Path folder;

    /**
     * Holds the diagnosis of a program.
     *
     * @param cpu of a step, in seconds
     */
    private record Look(Diagnosis diagnosis, double cpu) {}

    private static List<Jdk> jdks() {
        String only = System.getProperty("doctor.jdk", "");
        if (!only.isEmpty()) {
            return List.of(Jdk.find(only));
        }
        List<Jdk> jdks = new ArrayList<>(List.of(Jdk.running()));
        String newer = System.getProperty("newer.jdk", "");
        if (!newer.isEmpty()) {
            jdks.add(Jdk.find(newer));
        }
        return jdks;
    }

    static Stream<Arguments> all() {
        String only = System.getProperty("doctor.only", "");
        return patients(Patient.all(), jdks()).filter(each -> only.isEmpty() || List.of(only.split(",")).contains(
                Patient.rule((String) each.get()[0])));
    }

    static Stream<Arguments> unexplained() {
        return patients(Patient.unexplained(), jdks());
    }

    private static Stream<Arguments> patients(Map<String, Patient> patients, List<Jdk> jdks) {
        return patients.entrySet().stream().flatMap(each -> jdks.stream()
                .filter(jdk -> jdk.feature() >= each.getValue().firstJdk() && jdk.feature() <= each.getValue()
                .lastJdk())
                .map(jdk -> Arguments.of(each.getKey(), jdk)));
    }

    @Tag("long")
    @Tag("alone")
    @ParameterizedTest
    @MethodSource("all")
    void eachSickProgramIsFoundAndNoHealthyOne(String patient, Jdk jdk) throws Exception {
        Look sick = examine(patient, jdk, true);
        System.out.println(patient + " on " + jdk.version() + ": " + words(sick.diagnosis));
        Look healthy = examine(patient, jdk, false);
        System.out.println(patient + " on " + jdk.version() + ", healthy: " + words(healthy.diagnosis));
        System.out.println("found,%s,%s,%s,%s,%d".formatted(patient, jdk.version(), RECORDER ? "recorder"
                : "no recorder", named(sick.diagnosis).orElse("nothing"), healthy.diagnosis.findings().stream()
                .filter(each -> each.savedShare() > 0).count()));
        List<Diagnosis.Finding> findings = sick.diagnosis.findings();
        if (!RECORDER) {
            assertTrue(named(sick.diagnosis).isPresent(), words(sick.diagnosis));
            return;
        }
        assertTrue(!findings.isEmpty() && findings.get(0).rule().equals(Patient.rule(patient)), words(sick.diagnosis));
        assertEquals(List.of(), healthy.diagnosis.findings(), words(healthy.diagnosis));
        double all = sick.diagnosis.attribution().stream().mapToDouble(Diagnosis.Part::share).sum();
        assertEquals(1, all, 1e-6, "the books close");
    }

    @Tag("long")
    @Tag("alone")
    @ParameterizedTest
    @MethodSource("all")
    void eachFixWithoutCodeHelpsAsItIsPrinted(String patient, Jdk jdk) throws Exception {
        Look sick = examine(patient, jdk, true);
        String rule = Patient.rule(patient);
        Diagnosis.Finding found = sick.diagnosis.findings().stream().filter(each -> each.rule().equals(rule))
                .findFirst().orElseThrow(() -> new AssertionError(words(sick.diagnosis)));
        List<String> options = new PrintedFix(folder).options(found.cure().lines());
        if (options.isEmpty() || ALLOW_NOTHING_ELSE.contains(rule)) {
            System.out.println(patient + " on " + jdk.version() + ": the fix is code, " + found.cure());
            return;
        }
        Look cured = examine(List.of(patient), jdk, true, options);
        System.out.println(saving(patient, jdk, String.join(" ", options), found, sick, cured));
        double least = HELPS * bySettings(found) * found.savedShare() - NOISE;
        assertTrue(1 - cured.cpu / sick.cpu > least, options + " " + words(cured.diagnosis));
    }

    /** Returns the part of the saving that the printed settings reach, by the words of the fix. */
    private static double bySettings(Diagnosis.Finding found) {
        return found.cure().words().contains("which saves about half") ? 0.5 : 1;
    }

    private static String saving(String patient, Jdk jdk, String fix, Diagnosis.Finding found, Look sick, Look cured) {
        double of = (1 - sick.diagnosis.compiling()) / bySettings(found);
        return "saving,%s,%s,%.3f,%.3f,%.3f,%.3f,%s".formatted(patient, jdk.version(), found.savedShare() / of,
                found.savedCi95().get(0) / of, found.savedCi95().get(1) / of, 1 - cured.cpu / sick.cpu, fix);
    }

    @Tag("long")
    @Tag("alone")
    @ParameterizedTest
    @MethodSource("unexplained")
    void whatNoRuleKnowsIsNamedWithItsCaller(String operation, Jdk jdk) throws Exception {
        Diagnosis sick = examine(operation, jdk, true).diagnosis;
        System.out.println(operation + " on " + jdk.version() + ": " + sick.operations());
        Diagnosis.Operation first = sick.operations().get(0);
        assertEquals(operation, first.name(), sick.operations().toString());
        assertTrue(first.share() > 0.3, first.toString());
        assertEquals(first.rule(), sick.findings().get(0).rule(), words(sick));
        assertTrue(String.valueOf(sick.findings().get(0).caller()).startsWith(
                "org.eejs.doctor.patients.UnexplainedPatients."), sick.findings().get(0).toString());
        Diagnosis healthy = examine(operation, jdk, false).diagnosis;
        assertEquals(List.of(), healthy.findings(), words(healthy));
        assertTrue(healthy.unexplained().isEmpty(), healthy.unexplained() + words(healthy));
    }

    @Tag("long")
    @Tag("alone")
    @ParameterizedTest
    @ValueSource(strings = {"context-per-call keystore-load-hot", "bc-first keystore-load-hot",
        "pkix-pkcs12-full password-hash-hot", "truststore-reload getinstance-hot", "cbc-suites random-lock",
        "trust-check-hot provider-instance-per-call", "dhe reverse-dns", "context-per-call bc-first password-hash-hot",
        "keystore-load-hot cbc-suites getinstance-hot", "truststore-reload key-parsed-per-use chacha-on-aes"})
    void severalAtOnceAreAllNamed(String ids) throws Exception {
        List<String> sick = List.of(ids.split(" "));
        Diagnosis diagnosis = examine(sick, Jdk.running(), true, List.of()).diagnosis;
        System.out.println(ids + ": " + words(diagnosis));
        Set<String> rules = Rules.ALL.stream().map(Rule::id).collect(Collectors.toSet());
        assertEquals(Set.copyOf(sick), diagnosis.findings().stream().map(Diagnosis.Finding::rule)
                .filter(rules::contains).collect(Collectors.toSet()), words(diagnosis));
        assertTrue(diagnosis.findings().stream().mapToDouble(Diagnosis.Finding::cpuShare).sum() <= 1, words(diagnosis));
    }

    /** Returns what the first sentence names: a rule or an operation, and its caller. */
    private static Optional<String> named(Diagnosis diagnosis) {
        return diagnosis.unexplained().map(each -> each.name() + " by " + each.caller())
                .or(() -> diagnosis.undecided().or(() -> diagnosis.findings().stream().findFirst())
                        .map(each -> each.rule() + " by " + each.caller()));
    }

    private static String words(Diagnosis diagnosis) {
        StringBuilder words = new StringBuilder("first: " + named(diagnosis).orElse("nothing") + "; ");
        diagnosis.findings().forEach(each -> words.append("%s %.1f%% saved of %.1f%%; ".formatted(each.rule(),
                100 * each.savedShare(), 100 * each.cpuShare())));
        return words + "%d samples, %s, %s".formatted(diagnosis.samples(), diagnosis.source(), diagnosis.notSeen());
    }

    private Look examine(String patient, Jdk jdk, boolean sick) throws Exception {
        return examine(List.of(patient), jdk, sick, List.of());
    }

    private Look examine(List<String> patients, Jdk jdk, boolean sick, List<String> fix) throws Exception {
        List<String> words = new ArrayList<>(List.of(sick ? "sick" : "healthy"));
        words.addAll(patients);
        List<String> options = patients.stream().map(Patient::named)
                .flatMap(each -> each.jvmOptions().apply(sick).stream()).toList();
        List<String> command = new JvmCommand(jdk).options(List.of("-Xmx512m", "-XX:+UseSerialGC"))
                .options(options).options(fix).classPath(List.of(System.getProperty("java.class.path")))
                .words("org.eejs.doctor.patients.PatientMain", words);
        Path log = folder.resolve("patient.log");
        Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectError(log.toFile()).start();
        try {
            awaitReady(process, log);
            // By then the important code is compiled.
            Diagnosis warming = look(process, 5);
            assertTrue(process.isAlive(), () -> words(warming) + text(log));
            Diagnosis diagnosis = look(process, SECONDS);
            return new Look(diagnosis, cpuPerStep(process));
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** Measures the CPU of a step, without the doctor and compilers. */
    private static double cpuPerStep(Process process) throws Exception {
        JvmThreads threads = new JvmThreads(process.pid());
        long steps = steps(process);
        ProcessUsage before = ProcessUsage.of(process.pid(), threads);
        TimeUnit.SECONDS.sleep(MEASURED);
        ProcessUsage after = ProcessUsage.of(process.pid(), threads);
        return (after.cpuSeconds() - after.jitSeconds() - before.cpuSeconds() + before.jitSeconds())
                / (steps(process) - steps);
    }

    private static long steps(Process process) throws IOException {
        process.outputWriter().append('\n').flush();
        return Long.parseLong(process.inputReader().readLine());
    }

    private Diagnosis look(Process process, int seconds) throws Exception {
        Path results = Files.createTempDirectory(folder, "look");
        return Doctor.examine(new LiveJvm(process.pid(), home(), results, RECORDER).look(Duration.ofSeconds(seconds)),
                Doctor.LEAST, Doctor.THRESHOLD);
    }

    private static Path home() {
        return Path.of(System.getProperty("eejs.home", "../target/eejs")).toAbsolutePath().normalize();
    }

    private static void awaitReady(Process process, Path log) throws IOException {
        String line = process.inputReader().readLine();
        assertEquals("ready", line, () -> text(log));
    }

    private static String text(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.getMessage();
        }
    }
}

package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingFile;
import org.eejs.lab.machine.Jdk;
import org.eejs.result.Diagnosis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad targets of the doctor, partly readable ones, and the traces that it leaves in a JVM. */
class DoctorFaultsIT {
    private static final Path HOME = Path.of(System.getProperty("java.home"));
    private static final Path PROFILER = Path.of(System.getProperty("eejs.home")).toAbsolutePath()
            .resolve("async-profiler").resolve(System.getProperty("os.arch").equals("aarch64") ? "linux-arm64"
                    : "linux-x64").resolve("libasyncProfiler.so");
    private static final String NOBODY = "65534";
    private static final int HEADER = 128;
    private static final long TWO_GIGABYTES = 2L << 30;

    @TempDir
    private Path folder;
    private final List<Process> started = new ArrayList<>();

    /** A program that digests a third of the time, with stacks, for this number of seconds, or until it is ended. */
    static final class Worker {
        public static void main(String... words) throws Exception {
            System.out.println("ready");
            long end = words.length == 0 ? Long.MAX_VALUE : System.nanoTime() + 1_000_000_000L
                    * Integer.parseInt(words[0]);
            byte[] data = new byte[5_000];
            while (System.nanoTime() < end) {
                long began = System.nanoTime();
                for (int i = 0; i < 1_000; i++) {
                    data[0] += MessageDigest.getInstance("SHA-256").digest(data)[0];
                }
                // Leaves processors to other tests.
                LockSupport.parkNanos(2 * (System.nanoTime() - began));
            }
        }
    }

    static Stream<Path> jdks() {
        return Stream.of(HOME, newest()).distinct();
    }

    private static Path newest() {
        return Jdk.all().stream().max(Comparator.comparingInt(Jdk::feature)).orElseThrow().home();
    }

    /** Copies the class to a folder that every user can read. */
    @BeforeEach
    void unpack() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        String name = Worker.class.getName().replace('.', '/') + ".class";
        Path copy = folder.resolve("classes").resolve(name);
        Files.createDirectories(copy.getParent());
        try (InputStream code = Worker.class.getClassLoader().getResourceAsStream(name)) {
            Files.copy(code, copy);
        }
    }

    @AfterEach
    void end() {
        for (Process each : started) {
            each.descendants().forEach(ProcessHandle::destroyForcibly);
            each.destroyForcibly();
        }
    }

    /** Starts a worker, with words before {@code java}, and waits until it works. Returns the JVM's process. */
    private ProcessHandle worker(Path jdk, List<String> before, String... options) throws Exception {
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(jdk.resolve("bin/java").toString(), "-Xmx64m", "-XX:+UseSerialGC"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", folder.resolve("classes").toString(), Worker.class.getName()));
        Process process = new ProcessBuilder(command).redirectError(folder.resolve("worker.err").toFile())
                .redirectOutput(folder.resolve("worker.out").toFile()).start();
        started.add(process);
        EejsProcess.awaitThat("a worker", () -> !process.isAlive() || read("worker.out").contains("ready"));
        return before.isEmpty() || before.get(0).equals("setpriv") ? process.toHandle()
                : process.descendants().reduce((one, other) -> other).orElse(process.toHandle());
    }

    private ProcessHandle worker(String... options) throws Exception {
        return worker(HOME, List.of(), options);
    }

    private String read(String file) {
        try {
            return Files.readString(folder.resolve(file));
        } catch (IOException e) {
            return "";
        }
    }

    private static String jcmd(ProcessHandle jvm, String... words) {
        List<String> command = new ArrayList<>(List.of(HOME.resolve("bin/jcmd").toString(),
                String.valueOf(jvm.pid())));
        command.addAll(List.of(words));
        try {
            return new String(new ProcessBuilder(command).redirectErrorStream(true).start().getInputStream()
                    .readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String recordings(ProcessHandle jvm) {
        return jcmd(jvm, "JFR.check");
    }

    /** Gives a command to async-profiler in a JVM, in quotes because jcmd would parse words with {@code =}. */
    private static String profiler(ProcessHandle jvm, String options) {
        return jcmd(jvm, "JVMTI.agent_load", PROFILER.toString(), "\"" + options + "\"");
    }

    /** Returns the status of async-profiler in a JVM. */
    private String profiler(ProcessHandle jvm) {
        folder.resolve("status").toFile().delete();
        String answer = profiler(jvm, "status,file=" + folder.resolve("status"));
        return answer + read("status");
    }

    /** Expects exit code 2 and this single line. */
    private void refused(String line, String... words) throws Exception {
        try (EejsProcess doctor = doctor(words)) {
            assertEquals(2, doctor.awaitExit(), doctor.err());
            assertEquals(line, doctor.lastError());
        }
    }

    private EejsProcess doctor(String... words) throws IOException {
        return doctor(List.of(EejsProcess.command().toString()), words);
    }

    private EejsProcess doctor(List<String> by, String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of("doctor", "--start-recorder"));
        all.addAll(List.of(words));
        return new EejsProcess(folder, by, all.toArray(String[]::new));
    }

    private static Diagnosis diagnosis(EejsProcess doctor) {
        return doctor.result().diagnosis();
    }

    @Test
    void otherProgramsThanJvmsAreRefused() throws Exception {
        refused("eejs: there is no process 999999999; jps -l lists the JVMs of this user", "999999999");
        started.add(new ProcessBuilder("sleep", "600").start());
        long pid = started.get(0).pid();
        refused("eejs: process " + pid + " is no JVM; jps -l lists the JVMs of this user", String.valueOf(pid));
        assertTrue(started.get(0).isAlive(), "and it gets no signal");
    }

    @Test
    void theJvmOfAnotherUserNeedsThatUser() throws Exception {
        if (!System.getProperty("user.name").equals("root")) {
            refused("eejs: process 1 belongs to the user root; run the doctor as that user: sudo -u root ./eejs "
                    + "doctor 1", "1");
            return;
        }
        List<String> nobody = List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");
        ProcessHandle theirs = worker(HOME, nobody);
        refused("eejs: process %d belongs to the user nobody; run the doctor as that user: sudo -u nobody ./eejs "
                .formatted(theirs.pid()) + "doctor " + theirs.pid(), String.valueOf(theirs.pid()));
        ProcessHandle ours = worker();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        // The unprivileged user reads the program by a capability, wherever it is.
        List<String> command = new ArrayList<>(nobody);
        command.addAll(List.of("--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search",
                EejsProcess.command().toString()));
        try (EejsProcess doctor = doctor(command, String.valueOf(ours.pid()), "--out", "theirs")) {
            assertEquals(2, doctor.awaitExit(), doctor.err());
            assertEquals("eejs: process %d belongs to the user root; run the doctor as that user: sudo -u root ./eejs "
                    .formatted(ours.pid()) + "doctor " + ours.pid(), doctor.lastError());
        }
        assertTrue(ours.isAlive() && theirs.isAlive());
    }

    /** Neither sees the files of the other, and the JVM belongs to another user. */
    @Test
    void rootLooksIntoContainers() throws Exception {
        assumeTrue(System.getProperty("user.name").equals("root"), "root");
        ProcessHandle jvm = worker(HOME, List.of("unshare", "-p", "-m", "-n", "-f", "--mount-proc", "bash", "-c",
                "mount -t tmpfs classes /mnt && cp -r " + folder.resolve("classes") + " /mnt && "
                + "mount -t tmpfs -o mode=1777 own /tmp && exec setpriv --reuid=" + NOBODY + " --regid=" + NOBODY
                + " --clear-groups \"$0\" \"$@\""), "-Xbootclasspath/a:/mnt/classes");
        assumeTrue(read("worker.out").contains("ready"), "the kernel allows namespaces: " + read("worker.err"));
        try (EejsProcess doctor = doctor(List.of(EejsProcess.command().toString()), String.valueOf(jvm.pid()),
                "--seconds", "5", "--out", "container")) {
            doctor.awaitExit();
            assertTrue(doctor.out().contains("stacks by async-profiler"), doctor.out() + doctor.err());
            assertTrue(Files.size(folder.resolve("container/events.jfr")) > 0, doctor.err());
        }
        try (Stream<Path> left = Files.list(Path.of("/proc", String.valueOf(jvm.pid()), "root/tmp"))) {
            assertEquals(List.of(), left.map(each -> each.getFileName().toString())
                    .filter(each -> each.startsWith("eejs")).toList());
        }
        assertTrue(jvm.isAlive());
    }

    @Test
    void aJvmThatDoesNotAnswerIsNotAsked() throws Exception {
        String itself = "start it with -XX:StartFlightRecording=settings=profile, and give the recording "
                + "to the doctor";
        ProcessHandle closed = worker("-XX:+DisableAttachMechanism");
        refused("eejs: process " + closed.pid() + " runs with -XX:+DisableAttachMechanism; " + itself,
                String.valueOf(closed.pid()));
        assertEquals("ready\n", read("worker.out"), "no signal makes it print its threads");
        ProcessHandle deaf = worker("-Xrs");
        refused("eejs: process " + deaf.pid() + " does not handle SIGQUIT, for example because of -Xrs; " + itself,
                String.valueOf(deaf.pid()));
        ProcessHandle stopped = worker();
        EejsProcess.signal("STOP", stopped.pid());
        refused("eejs: process %d is stopped, by a signal or a debugger; resume it, for example "
                .formatted(stopped.pid()) + "by kill -CONT " + stopped.pid() + ", and try again",
                String.valueOf(stopped.pid()));
        assertTrue(closed.isAlive() && deaf.isAlive() && stopped.isAlive());
    }

    /** A JVM has some seconds for each answer; after a late one, only urgent questions follow. */
    @Test
    @Tag("long")
    void aJvmThatStopsMeanwhileDoesNotBlockForLong() throws Exception {
        ProcessHandle jvm = worker();
        try (EejsProcess doctor = doctor(String.valueOf(jvm.pid()), "--seconds", "5", "--out", "out")) {
            EejsProcess.awaitThat("a recording", () -> recordings(jvm).contains("eejs-doctor-lookups"));
            EejsProcess.signal("STOP", jvm.pid());
            long began = System.nanoTime();
            assertEquals(1, doctor.awaitExit(), doctor.err());
            long took = Duration.ofNanos(System.nanoTime() - began).toSeconds();
            assertTrue(took < 100, took + " s");
            assertTrue(doctor.lastError().startsWith("eejs: the cost in CPU is unknown"), doctor.lastError());
            List<String> why = diagnosis(doctor).notSeen().stream().map(Diagnosis.NotSeen::why).toList();
            assertTrue(why.stream().anyMatch(each -> each.contains("did not answer JFR.stop within 20 s")),
                    why::toString);
            assertTrue(why.stream().anyMatch(each -> each.startsWith("objects of the heap: the JVM was not asked")),
                    why::toString);
        }
        EejsProcess.signal("CONT", jvm.pid());
        EejsProcess.awaitThat("the end of recordings", () -> !recordings(jvm).contains("eejs-"));
        EejsProcess.awaitThat("the end of sampling", () -> isNotProfiled(jvm));
    }

    private boolean isNotProfiled(ProcessHandle jvm) {
        return profiler(jvm).contains("Profiler is not active");
    }

    @Test
    @Tag("long")
    void itsOwnRecordingAndProfilerGoOn() throws Exception {
        itsOwnRecordingAndProfilerGoOn(HOME);
    }

    @Test
    @Tag("long")
    void thoseOfTheNewestJdkGoOnToo() throws Exception {
        itsOwnRecordingAndProfilerGoOn(newest());
    }

    private void itsOwnRecordingAndProfilerGoOn(Path jdk) throws Exception {
        ProcessHandle jvm = worker(jdk, List.of(), "-XX:StartFlightRecording=name=own,settings=default");
        Path theirs = folder.resolve("theirs.jfr");
        profiler(jvm, "start,event=ctimer,interval=20ms,jfr,file=" + theirs);
        assertTrue(profiler(jvm).contains("Profiling is running"), profiler(jvm));
        String before = recordings(jvm);
        try (EejsProcess doctor = doctor(String.valueOf(jvm.pid()), "--seconds", "5", "--all", "--out", "out")) {
            assertTrue(List.of(0, 1, 3).contains(doctor.awaitExit()), doctor.err());
            assertTrue(diagnosis(doctor).samples() > 0, diagnosis(doctor).notSeen()::toString);
        }
        assertEquals(before, recordings(jvm), "as if nobody had looked");
        assertTrue(profiler(jvm).contains("Profiling is running"), profiler(jvm));
        Path own = folder.resolve("own.jfr");
        jcmd(jvm, "JFR.stop", "name=own", "filename=" + own);
        assertTrue(RecordingFile.readAllEvents(own).stream().anyMatch(event -> event.getEventType().getName()
                .equals("jdk.JVMInformation")));
        profiler(jvm, "stop,file=" + theirs);
        assertTrue(RecordingFile.readAllEvents(theirs).stream().anyMatch(event -> event.getEventType().getName()
                .equals("jdk.ExecutionSample")));
    }

    /** The traces end a minute after the planned end of the capture. */
    @ParameterizedTest
    @MethodSource("jdks")
    @Tag("long")
    void nothingGoesOnForLongAfterItIsKilled(Path jdk) throws Exception {
        ProcessHandle jvm = worker(jdk, List.of());
        try (EejsProcess doctor = doctor(String.valueOf(jvm.pid()), "--seconds", "5")) {
            EejsProcess.awaitThat("a recording", () -> recordings(jvm).contains("eejs-doctor-lookups"));
            doctor.kill();
        }
        assertTrue(recordings(jvm).contains("eejs-doctor"), recordings(jvm));
        EejsProcess.awaitThat("the end of recordings", Duration.ofSeconds(90),
                () -> !recordings(jvm).contains("eejs-"));
        EejsProcess.awaitThat("the end of sampling", Duration.ofSeconds(10), () -> isNotProfiled(jvm));
        assertTrue(jvm.isAlive());
    }

    /** Returns a recording that a JVM makes of itself in some seconds. */
    private Path recorded(Path jdk, String... settings) throws Exception {
        Path file = folder.resolve("own.jfr");
        Process process = new ProcessBuilder(jdk.resolve("bin/java").toString(), "-Xmx64m", "-XX:+UseSerialGC",
                "-XX:StartFlightRecording=settings=profile,filename=" + file + String.join("", settings), "-cp",
                folder.resolve("classes").toString(), Worker.class.getName(), "4").redirectErrorStream(true).start();
        started.add(process);
        String said = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), said);
        return file;
    }

    @Test
    @Tag("long")
    void aRecordingOfAnotherJdkThatIsCutOffIsReadAsFarAsItGoes() throws Exception {
        Path jdk = newest();
        Path file = recorded(jdk);
        byte[] whole = Files.readAllBytes(file);
        Path cut = folder.resolve("cut.jfr");
        Files.write(cut, whole);
        Files.write(cut, Arrays.copyOf(whole, whole.length / 2), StandardOpenOption.APPEND);
        try (EejsProcess doctor = doctor(cut.toString(), "--out", "out")) {
            assertTrue(List.of(0, 1, 3).contains(doctor.awaitExit()), doctor.err());
            Diagnosis diagnosis = diagnosis(doctor);
            assertTrue(diagnosis.samples() > 0);
            assertEquals(Jdk.find(jdk.toString()).feature(),
                    Integer.parseInt(diagnosis.target().jdk().split("\\.")[0]));
            assertTrue(diagnosis.notSeen().stream().anyMatch(each -> each.why().startsWith("the recording is cut off "
                    + "after ")), diagnosis.notSeen()::toString);
        }
        Files.write(cut, Arrays.copyOf(whole, whole.length / 2));
        try (EejsProcess doctor = doctor(cut.toString())) {
            assertEquals(2, doctor.awaitExit(), doctor.err());
            assertTrue(doctor.lastError().startsWith("eejs: " + cut + ": is not a readable flight recording: "),
                    doctor.lastError());
        }
    }

    /** Oracle's JDK 8 has another format, and a file may contain anything. */
    @ParameterizedTest
    @ValueSource(strings = {"FLR\0\0\0\0\11", "not a recording", ""})
    void aFileThatIsNoSuchRecordingIsRefusedInALine(String content) throws Exception {
        Path file = Files.writeString(folder.resolve("other.jfr"), content.isEmpty() ? content
                : content + "\0".repeat(HEADER));
        try (EejsProcess doctor = doctor(file.toString())) {
            assertEquals(2, doctor.awaitExit(), doctor.err());
            String line = doctor.lastError();
            assertTrue(line.startsWith("eejs: " + file + ": is not a readable flight recording: ")
                    && line.endsWith("; use one of JDK 8u262 or newer, or of async-profiler"), line);
        }
    }

    /** Chunks of a recording are independent, so recordings can be joined into one. */
    @Test
    @Tag("long")
    void oneOfTwoGigabytesIsReadInTheMemoryOfASmallOne() throws Exception {
        ByteBuffer chunk = ByteBuffer.wrap(Files.readAllBytes(recorded(HOME,
                ",jdk.SecurityProviderService#enabled=true")));
        Path large = folder.resolve("large.jfr");
        long copies = 0;
        try (FileChannel to = FileChannel.open(large, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            while (to.size() < TWO_GIGABYTES) {
                to.write(chunk.rewind());
                copies++;
            }
        }
        long samples;
        try (EejsProcess doctor = doctor("own.jfr", "--all", "--out", "out")) {
            assertTrue(List.of(0, 1, 3).contains(doctor.awaitExit()), doctor.err());
            samples = diagnosis(doctor).samples();
        }
        Files.move(folder.resolve("out"), folder.resolve("small"));
        try (EejsProcess doctor = doctor("large.jfr", "--all", "--out", "out")) {
            doctor.awaitExit(Duration.ofMinutes(30));
            assertEquals(copies * samples, diagnosis(doctor).samples(), doctor.err());
            assertFalse(doctor.err().contains("OutOfMemory"), doctor.err());
        } finally {
            Files.delete(large);
        }
    }
}

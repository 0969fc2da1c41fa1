package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.eejs.role.PkiDirectory;
import org.eejs.role.RunCertificates;

/** The real command {@code eejs} as a process. */
final class EejsProcess implements AutoCloseable {
    /** A limit that only a hanging process exceeds, even on a busy machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Pattern PAGES = Pattern.compile("steady state +\\d+/\\d+ s +sessions +\\d+ +[1-9]\\d* (pages|steps)/s");
    private static final Path COMMAND = Path.of(System.getProperty("eejs.command"));
    /** An option for short runs without relevant figures: the optimising compiler would cost more than the load. */
    static final String BANK_COMPILES_LITTLE = "--bank-jvm-options=-XX:TieredStopAtLevel=1";

    /** Certificates of runs, created once, because RSA keys take longer than most commands. */
    private static final class Made {
        static final Path CERTIFICATES = make();

        private static Path make() {
            try {
                return RunCertificates.ensure(Path.of("target/pki").toAbsolutePath()).folder();
            } catch (IOException | GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private final Path folder;
    private final Process process;

    /** Starts the command with these words; output and results go into the folder. */
    EejsProcess(Path folder, String... words) throws IOException {
        this(folder, List.of(COMMAND.toString()), words);
    }

    /** Starts the command by another command in front of it. */
    EejsProcess(Path folder, List<String> by, String... words) throws IOException {
        this.folder = folder;
        List<String> command = new ArrayList<>(by);
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(folder.resolve("stdout").toFile())
                .redirectError(folder.resolve("stderr").toFile());
        builder.environment().put("EEJS_STATE", folder.resolve("state").toString());
        certify(folder.resolve("state/pki"));
        process = builder.start();
    }

    /** Copies certificates of runs to a folder that has none. */
    static PkiDirectory certify(Path pki) throws IOException {
        if (Files.notExists(pki)) {
            Files.createDirectories(pki, PosixFilePermissions.asFileAttribute(
                    PosixFilePermissions.fromString("rwx------")));
            try (Stream<Path> files = Files.list(Made.CERTIFICATES)) {
                for (Path file : files.toList()) {
                    Files.copy(file, pki.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
        return new PkiDirectory(pki);
    }

    static Path command() {
        return COMMAND;
    }

    int awaitExit() throws InterruptedException, IOException {
        return awaitExit(PATIENCE);
    }

    /** Waits for the exit code, with another limit. */
    int awaitExit(Duration patience) throws InterruptedException, IOException {
        if (!process.waitFor(patience.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("eejs did not end; so far it printed: " + err());
        }
        return process.exitValue();
    }

    String out() throws IOException {
        return Files.readString(folder.resolve("stdout"));
    }

    String err() throws IOException {
        return Files.readString(folder.resolve("stderr"));
    }

    /** Returns the whole output, which is the best message for an unexpected outcome. */
    String said() throws IOException {
        return err() + out();
    }

    /** Checks that standard output is a result by the schema. */
    void assertResultPrinted() throws IOException {
        try (InputStream schema = Result.class.getResourceAsStream("eejs-result-2.schema.json")) {
            assertEquals(List.of(), SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(new String(schema.readAllBytes(), StandardCharsets.UTF_8), InputFormat.JSON)
                    .validate(out(), InputFormat.JSON));
        }
    }

    /** Returns the last line on standard error. */
    String lastError() throws IOException {
        List<String> lines = err().lines().toList();
        return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    }

    Result result() {
        return RunDirectory.read(folder.resolve("out"));
    }

    /** Waits until this text appears on standard error. */
    void awaitProgress(String text) throws InterruptedException {
        awaitThat("progress '" + text + "'", () -> {
            try {
                return err().contains(text) || !process.isAlive();
            } catch (IOException e) {
                return false;
            }
        });
    }

    /** Waits until the steady state shows pages. The first pages may take long. */
    void awaitPages() throws InterruptedException {
        awaitThat("pages of the steady state", () -> {
            try {
                return PAGES.matcher(err()).find() || !process.isAlive();
            } catch (IOException e) {
                return false;
            }
        });
    }

    /** Returns the process of a role, by its main class. */
    ProcessHandle role(String mainClass) throws IOException {
        Optional<ProcessHandle> found = process.descendants().filter(child -> commandLine(child).contains(mainClass))
                .findFirst();
        assertTrue(found.isPresent(), "no process of " + mainClass + "\n" + said());
        return found.get();
    }

    /** Returns the started process; commands in front of eejs are replaced by it. */
    ProcessHandle handle() {
        return process.toHandle();
    }

    /** Returns all descendants of this process. */
    List<ProcessHandle> descendants() {
        return process.descendants().toList();
    }

    /** Sends a signal by its name. */
    void signal(String name) throws Exception {
        signal(name, process.pid());
    }

    /** Returns the process id of the command, which its start script keeps. */
    long pid() {
        return process.pid();
    }

    /** Kills the program itself, whatever started it; no program can prevent that. */
    void kill() throws InterruptedException {
        List<ProcessHandle> own = process.descendants()
                .filter(child -> commandLine(child).contains("org.eejs.cli.Eejs")).toList();
        own.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
    }

    static void signal(String name, long pid) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(pid)).inheritIO().start();
        if (kill.waitFor() != 0) {
            throw new AssertionError("kill -" + name + " " + pid + " failed");
        }
    }

    static void awaitThat(String what, BooleanSupplier condition) throws InterruptedException {
        awaitThat(what, PATIENCE, condition);
    }

    /** Waits for a condition, with a limit that must be kept. */
    static void awaitThat(String what, Duration within, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("waited in vain for " + what);
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    /** Returns all words of a process; ProcessHandle returns none if they are longer than a page of memory. */
    static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}

package org.eejs.profile;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.pki.files.PrivateFile;

/**
 * A recording by the flight recorder of another JVM. It ends by itself, in case the program that started it is killed.
 * Other recordings continue next to it. It can be read only by its owner, since it contains the JVM's arguments, which
 * may be secret.
 *
 * <p>A full disk ends a JVM whose flight recorder writes to it. So a JVM that continues to run is recorded only if
 * there is room.
 *
 * <p>Before JDK 25, the first start of the recorder changes classes of the JDK. The first change of classes makes
 * HotSpot discard all compiled code ({@code VM_RedefineClasses::flush_dependent_code}). So a JVM whose recorder was
 * never started is recorded only after {@link AttachedJvm#allowCompilingAnew}. Not thread-safe.
 */
public final class FlightRecording implements AutoCloseable {
    private static final String LARGEST = "128m";
    /**
     * The free bytes that the flight recorder needs: for some recordings at a time, and what others write meanwhile.
     */
    private static final long ROOM = 512L << 20;
    private static final int MEGABYTE = 1 << 20;
    /** The first JDK that was measured to keep its compiled code; 17 does not. */
    private static final int KEEPS_CODE = 25;
    /** The system property with the recorder's folder, set when it first starts. */
    /** The beginning of the name of its thread; Linux keeps 15 characters. */
    private static final String THREAD = "JFR Recorder";
    private static final String REPOSITORY = "jdk.jfr.repository";
    /** A folder that the recorder created; its name has the time of the start and the process id. */
    private static final Pattern OF_RECORDER = Pattern.compile(".*/\\d{4}(_\\d\\d){5}_\\d+(_\\d+)?");

    private final AttachedJvm jvm;
    private final String name;
    private final Path file;
    private boolean ended;

    private FlightRecording(AttachedJvm jvm, String name, Path file) {
        this.jvm = jvm;
        this.name = name;
        this.file = file;
    }

    /**
     * Starts a recording. Its name has this process's id, since the JVM would end one of two recordings with the same
     * name.
     *
     * @param prefix the name without that id
     * @param settings files with settings of events
     * @param file the file for the recording; replaced if it exists
     * @param longest the limit after which it ends by itself; null for a JVM that ends with this program
     * @throws ProfilingException when it does not start, or lacks room; it does not start later, either
     */
    public static FlightRecording start(AttachedJvm jvm, String prefix, List<URL> settings, Path file, Duration longest)
            throws ProfilingException {
        return start(jvm, prefix, "", settings, file, longest);
    }

    /**
     * Starts a recording as {@link #start} does, with the JVM's settings {@code default} but without variables of its
     * environment, which often contain passwords.
     */
    public static FlightRecording startUsual(AttachedJvm jvm, String prefix, Path file, Duration longest)
            throws ProfilingException {
        return start(jvm, prefix, " settings=default",
                List.of(FlightRecording.class.getResource("no-environment.jfc")), file, longest);
    }

    private static FlightRecording start(AttachedJvm jvm, String prefix, String first, List<URL> settings, Path file,
            Duration longest) throws ProfilingException {
        FlightRecording recording = new FlightRecording(jvm, prefix + "-" + ProcessHandle.current().pid(),
                file.toAbsolutePath());
        List<Path> unpacked = new ArrayList<>();
        try {
            if (longest != null) {
                Properties properties = jvm.properties();
                checkCode(jvm, properties);
                checkRoom(jvm, properties);
            }
            PrivateFile.empty(recording.file);
            jvm.handOver(recording.file);
            for (URL each : settings) {
                unpacked.add(unpacked(each, jvm.isInOtherContainer() ? recording.file.getParent()
                        : Path.of(System.getProperty("java.io.tmpdir"))));
                jvm.handOver(unpacked.get(unpacked.size() - 1));
            }
            recording.start(first, unpacked, longest);
            return recording;
        } catch (ProfilingException e) {
            recording.file.toFile().delete();
            throw e;
        } catch (IOException e) {
            throw new ProfilingException("failed to write the flight recorder's files: " + e.getMessage(), e);
        } finally {
            unpacked.forEach(each -> each.toFile().delete());
        }
    }

    private static void checkCode(AttachedJvm jvm, Properties properties) throws ProfilingException {
        String version = properties.getProperty("java.specification.version", "").replaceFirst("^1\\.", "");
        boolean keepsCode = version.matches("\\d{1,4}") && Integer.parseInt(version) >= KEEPS_CODE;
        if (!keepsCode && !jvm.mayCompileAnew() && repository(properties) == null
                && !hasThread(jvm.pid())) {
            throw new ProfilingException("its flight recorder was never started. The first start makes JDK " + version
                    + " discard all compiled code, and code then costs several times as much for a while. "
                    + "Start it at a quiet time: with -XX:StartFlightRecording, once by "
                    + "jcmd " + jvm.pid() + " JFR.start duration=1s, or by the doctor's --start-recorder");
        }
    }

    /**
     * Returns whether the recorder's own thread runs. A recorder with {@code disk=false} has no folder. Asking the
     * recorder itself would load its classes.
     */
    private static boolean hasThread(long pid) {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            return threads.anyMatch(thread -> {
                try {
                    return Files.readString(thread.resolve("comm")).startsWith(THREAD);
                } catch (IOException e) {
                    // It has just ended.
                    return false;
                }
            });
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Returns the folder of the recorder, or null if it was never started. A system property names it. A user may have
     * set that property without effect, so only a folder in the recorder's form counts.
     */
    private static Path repository(Properties properties) {
        String said = properties.getProperty(REPOSITORY, "");
        return OF_RECORDER.matcher(said).matches() ? Path.of(said) : null;
    }

    /** Checks the room in the recorder's own folder, wherever the recording goes in the end. */
    private static void checkRoom(AttachedJvm jvm, Properties properties) throws ProfilingException, IOException {
        Path repository = repository(properties);
        // The recorder creates its folder again if it is missing. It is relative to the JVM's working directory.
        Path inside = repository == null ? Path.of(properties.getProperty("java.io.tmpdir", "/tmp"))
                : repository.getParent();
        Path folder = jvm.isInOtherContainer() && inside.isAbsolute()
                ? jvm.root().resolve(Path.of("/").relativize(inside))
                : jvm.root().resolveSibling("cwd").resolve(inside);
        if (!Files.isDirectory(folder)) {
            throw new ProfilingException(folder + ", where its flight recorder writes, is no folder. Create it, or "
                    + "start the JVM with -Djava.io.tmpdir=FOLDER");
        }
        long free = Files.getFileStore(folder).getUsableSpace();
        if (free < ROOM) {
            throw new ProfilingException(("%s, where its flight recorder writes, has %d MB free of the %d that it "
                    + "needs: a full disk ends the JVM. Make room, or start the JVM with -Djava.io.tmpdir=FOLDER")
                    .formatted(folder, free / MEGABYTE, ROOM / MEGABYTE));
        }
    }

    private static Path unpacked(URL settings, Path folder) throws IOException {
        Path copy = Files.createTempFile(folder, "eejs", ".jfc");
        try (InputStream text = settings.openStream()) {
            PrivateFile.write(copy, text.readAllBytes());
            return copy;
        }
    }

    private void start(String first, List<Path> settings, Duration longest) throws ProfilingException {
        // Without a file name, a recording that ends by itself goes into the JVM's working directory.
        String ending = longest == null ? ""
                : " duration=%ds maxsize=%s filename=\"%s\"".formatted(longest.toSeconds(), LARGEST, jvm.seen(file));
        try {
            String answer = jvm.answer("JFR.start name=" + name + ending + first
                    + settings.stream().map(each -> " settings=" + jvm.seen(each)).collect(Collectors.joining()));
            if (!answer.contains("Started recording")) {
                throw new ProfilingException(answer.strip().replaceAll("\\s+", " "));
            }
        } catch (ProfilingException e) {
            if (e.isLate()) {
                close();
            }
            throw e;
        }
    }

    /**
     * Ends the recording, and keeps it.
     *
     * @throws ProfilingException when the JVM has ended, or does not answer
     */
    public void stop() throws ProfilingException {
        ended = true;
        String answer = jvm.answer("JFR.stop name=" + name + " filename=\"" + jvm.seen(file) + "\"");
        if (!answer.contains("Stopped recording")) {
            throw new ProfilingException(answer.strip().replaceAll("\\s+", " "));
        }
    }

    /** Ends the recording if it has not ended, and drops it. */
    @Override
    public void close() {
        if (!ended) {
            try {
                stop();
            } catch (ProfilingException e) {
                // The JVM has ended, or the recording ends by itself.
            }
        }
    }
}

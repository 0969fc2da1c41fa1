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
import org.eejs.pki.files.PrivateFile;

/**
 * A recording by the flight recorder of another JVM. It ends by itself, in case that whoever began it has been killed,
 * and others go on beside it. A JVM ends when the disk is full to which its flight recorder writes, so one that is to
 * run on is recorded only where there is room. Nor is it recorded where that would have it compile all its code anew,
 * unless {@link AttachedJvm#allowCompilingAnew} says so: before JDK 25 the recorder changes classes of the JDK when it
 * is first started, and the first change of classes has HotSpot discard all compiled code
 * ({@code VM_RedefineClasses::flush_dependent_code}). Its file can be read by its owner only, since it has the JVM's
 * arguments, which may be secret. Not thread-safe.
 */
public final class FlightRecording implements AutoCloseable {
    private static final String LARGEST = "128m";
    /** Free where the JVM's flight recorder writes: for some recordings at once, and what others write meanwhile. */
    private static final long ROOM = 512L << 20;
    private static final int MEGABYTE = 1 << 20;
    /** The first JDK that was measured to keep its compiled code; 17 does not. */
    private static final int KEEPS_CODE = 25;
    /** Where the recorder writes; a system property once it has been started. */
    private static final String REPOSITORY = "jdk.jfr.repository";
    /** A folder that the recorder made: it has the time of its start and the number of the process as its name. */
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
     * Begins. The recording's name has the number of this process, since of two with one name the JVM would end the
     * other.
     *
     * @param what the name without that number
     * @param settings of events, each a file of them
     * @param file where the recording goes; replaced if it exists
     * @param longest after which it ends by itself; null for a JVM that ends with who asks
     * @throws ProfilingException when it does not, or may not for lack of room; then nothing is recorded later, either
     */
    public static FlightRecording start(AttachedJvm jvm, String what, List<URL> settings, Path file, Duration longest)
            throws ProfilingException {
        return start(jvm, what, "", settings, file, longest);
    }

    /**
     * Begins as {@link #start} does, with the settings that the JVM calls {@code default} but for the variables of its
     * environment, in which passwords are wont to stand.
     */
    public static FlightRecording startUsual(AttachedJvm jvm, String what, Path file, Duration longest)
            throws ProfilingException {
        return start(jvm, what, " settings=default",
                List.of(FlightRecording.class.getResource("no-environment.jfc")), file, longest);
    }

    private static FlightRecording start(AttachedJvm jvm, String what, String first, List<URL> settings, Path file,
            Duration longest) throws ProfilingException {
        FlightRecording recording = new FlightRecording(jvm, what + "-" + ProcessHandle.current().pid(),
                file.toAbsolutePath());
        List<Path> unpacked = new ArrayList<>();
        try {
            if (longest != null) {
                Properties properties = jvm.properties();
                checkCode(jvm, properties);
                checkRoom(jvm, properties);
            }
            PrivateFile.empty(recording.file);
            for (URL each : settings) {
                unpacked.add(unpacked(each));
            }
            recording.start(first, unpacked, longest);
            return recording;
        } catch (ProfilingException e) {
            recording.file.toFile().delete();
            throw e;
        } catch (IOException e) {
            throw new ProfilingException("the flight recorder's files cannot be written: " + e.getMessage(), e);
        } finally {
            unpacked.forEach(each -> each.toFile().delete());
        }
    }

    private static void checkCode(AttachedJvm jvm, Properties properties) throws ProfilingException {
        String version = properties.getProperty("java.specification.version", "").replaceFirst("^1\\.", "");
        boolean keepsCode = version.matches("\\d{1,4}") && Integer.parseInt(version) >= KEEPS_CODE;
        if (!keepsCode && !jvm.mayCompileAnew() && repository(properties) == null) {
            throw new ProfilingException("its flight recorder was never started, and JDK " + version
                    + " discards all compiled code when it first is, so that everything costs several times as much "
                    + "for a while. Start it when that does no harm: with the JVM by -XX:StartFlightRecording, once by "
                    + "jcmd " + jvm.pid() + " JFR.start duration=1s, or by the doctor's --start-recorder");
        }
    }

    /**
     * Returns where the recorder writes, or null if it was never started. It says so by a system property, which a user
     * can have set as well: then it has no effect, and the value is no folder of the recorder's.
     */
    private static Path repository(Properties properties) {
        String said = properties.getProperty(REPOSITORY, "");
        return OF_RECORDER.matcher(said).matches() ? Path.of(said) : null;
    }

    /** It writes to a folder of its own, wherever the recording goes in the end. */
    private static void checkRoom(AttachedJvm jvm, Properties properties) throws ProfilingException, IOException {
        Path repository = repository(properties);
        // It makes its folder again should that be gone. Relative to where the JVM runs.
        Path folder = Path.of("/proc/" + jvm.pid() + "/cwd").resolve(repository == null
                ? Path.of(properties.getProperty("java.io.tmpdir", "/tmp")) : repository.getParent());
        if (!Files.isDirectory(folder)) {
            throw new ProfilingException(folder + ", where its flight recorder writes, is no folder. Make it, or start "
                    + "the JVM with -Djava.io.tmpdir=FOLDER");
        }
        long free = Files.getFileStore(folder).getUsableSpace();
        if (free < ROOM) {
            throw new ProfilingException(("%s, where its flight recorder writes, has %d MB free of the %d that it must "
                    + "have: a full one ends the JVM. Make room, or start the JVM with -Djava.io.tmpdir=FOLDER")
                    .formatted(folder, free / MEGABYTE, ROOM / MEGABYTE));
        }
    }

    private static Path unpacked(URL settings) throws IOException {
        Path copy = Files.createTempFile("eejs", ".jfc");
        try (InputStream text = settings.openStream()) {
            PrivateFile.write(copy, text.readAllBytes());
            return copy;
        }
    }

    private void start(String first, List<Path> settings, Duration longest) throws ProfilingException {
        // Without a file a recording that ends by itself goes into the folder where the JVM runs.
        String ending = longest == null ? ""
                : " duration=%ds maxsize=%s filename=\"%s\"".formatted(longest.toSeconds(), LARGEST, file);
        try {
            String answer = jvm.answer("JFR.start name=" + name + ending + first
                    + settings.stream().map(each -> " settings=" + each).collect(Collectors.joining()));
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
     * Ends, and keeps the recording.
     *
     * @throws ProfilingException when the JVM has ended, or does not answer
     */
    public void stop() throws ProfilingException {
        ended = true;
        String answer = jvm.answer("JFR.stop name=" + name + " filename=\"" + file + "\"");
        if (!answer.contains("Stopped recording")) {
            throw new ProfilingException(answer.strip().replaceAll("\\s+", " "));
        }
    }

    /** Ends it if it has not ended; for whoever has no use for it any more. */
    @Override
    public void close() {
        if (!ended) {
            try {
                stop();
            } catch (ProfilingException e) {
                // The JVM has ended, or ends it by itself.
            }
        }
    }
}

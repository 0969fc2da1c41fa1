package org.eejs.doctor.looking;

import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eejs.doctor.evidence.Events;
import org.eejs.profile.AttachedJvm;
import org.eejs.profile.FlightRecording;
import org.eejs.profile.ProfilingException;

/**
 * Counts the lookups of security providers in a live JVM while that is cheap: one second without stacks, then with
 * stacks until about 5,000 lookups are expected. Each costs about 5 µs. For one thread.
 */
final class LookupCount {
    private static final String NAME = "eejs-doctor-lookups";
    private static final Duration PROBE = Duration.ofSeconds(1);
    private static final double LOOKUPS = 5_000;

    private final AttachedJvm jvm;
    private final Path file;
    private final Duration longest;

    /**
     * The counted lookups.
     *
     * @param seconds the duration of counting; 0 if the JVM does not count lookups
     */
    record Counted(Map<Events.Lookup, Long> lookups, double seconds) {
        private double rate() {
            return seconds == 0 ? 0 : lookups.values().stream().mapToLong(Long::longValue).sum() / seconds;
        }
    }

    /** A recording and its duration. */
    record Window(RecordingReader read, double seconds) {}

    /**
     * Creates a count that has not started.
     *
     * @param folder for its recordings
     * @param longest a recording ends by itself after this time
     */
    LookupCount(AttachedJvm jvm, Path folder, Duration longest) {
        this.jvm = jvm;
        this.file = folder.resolve("lookups.jfr");
        this.longest = longest;
    }

    /** Records for one second. The file also contains the events of other recordings of the JVM. */
    Window probe() throws ProfilingException, InterruptedException {
        return record(PROBE, "lookup-counts.jfc");
    }

    /**
     * Counts lookups.
     *
     * @param probe the result of the first second
     * @param most the time that is left
     */
    Counted count(Window probe, Duration most) throws ProfilingException, InterruptedException {
        Counted first = counted(probe);
        double rate = first.rate();
        Duration affordable = rate == 0 ? most : Duration.ofMillis(Math.round(1_000 * LOOKUPS / rate));
        Duration length = affordable.compareTo(most) < 0 ? affordable : most;
        return first.seconds() == 0 || length.isNegative() || length.isZero() ? first
                : counted(record(length, "lookups.jfc"));
    }

    private static Counted counted(Window window) {
        return window.read().types().knows(EventTypes.LOOKUPS)
                ? new Counted(window.read().events().lookups(), window.seconds()) : new Counted(Map.of(), 0);
    }

    private Window record(Duration length, String settings) throws ProfilingException, InterruptedException {
        URL resource = LookupCount.class.getResource(settings);
        double seconds;
        try (FlightRecording recording = FlightRecording.start(jvm, NAME, List.of(resource), file, longest)) {
            long began = System.nanoTime();
            TimeUnit.NANOSECONDS.sleep(length.toNanos());
            seconds = (System.nanoTime() - began) / 1e9;
            recording.stop();
        }
        return new Window(RecordingReader.read(file), seconds);
    }
}

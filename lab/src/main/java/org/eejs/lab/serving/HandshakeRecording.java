package org.eejs.lab.serving;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.eejs.profile.AttachedJvm;
import org.eejs.profile.FlightRecording;
import org.eejs.profile.ProfilingException;

/**
 * Counts the TLS handshakes of a JVM by its flight recorder, which reports those of the JDK's own TLS. Of the JVM's
 * handshakes as a client, with services that it calls, those are left out that showed it a certificate. For one thread.
 */
final class HandshakeRecording {
    private static final String EVENT = "jdk.TLSHandshake";
    private static final URL SETTINGS = Objects.requireNonNull(HandshakeRecording.class.getResource("handshakes.jfc"));
    /** In case that nobody ends it. */
    private static final Duration LONGEST = Duration.ofHours(12);
    /** A recording above this has hardly kept its beginning; see {@link FlightRecording}. */
    private static final long FULL = 110L << 20;

    private final FlightRecording recording;
    private final Path file;
    private final boolean ofUsersWithCertificates;

    /**
     * Begins.
     *
     * @param file the recording, which is deleted in the end
     * @param ofUsersWithCertificates whether users show certificates, so that handshakes in which one was shown count
     */
    HandshakeRecording(AttachedJvm jvm, Path file, boolean ofUsersWithCertificates) throws ProfilingException {
        this.file = file;
        this.ofUsersWithCertificates = ofUsersWithCertificates;
        this.recording = FlightRecording.start(jvm, "eejs-handshakes", List.of(SETTINGS), file, LONGEST);
    }

    /** Ends, and says how many there were. */
    long end() throws ProfilingException {
        try {
            recording.stop();
            if (Files.size(file) > FULL) {
                throw new ProfilingException("there were more than its recording holds");
            }
            long count = 0;
            try (RecordingFile events = new RecordingFile(file)) {
                while (events.hasMoreEvents()) {
                    count += isOfUser(events.readEvent()) ? 1 : 0;
                }
            }
            return count;
        } catch (IOException e) {
            throw new ProfilingException("its recording cannot be read: " + e.getMessage(), e);
        } finally {
            file.toFile().delete();
        }
    }

    private boolean isOfUser(RecordedEvent event) {
        return event.getEventType().getName().equals(EVENT)
                && (event.getLong("certificateId") == 0 || ofUsersWithCertificates);
    }

    /** Ends it without a count. */
    void close() {
        recording.close();
        file.toFile().delete();
    }
}

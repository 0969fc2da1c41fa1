package org.eejs.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Consumer;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** A reader of flight recordings event by event: those of a JVM from 8u262 on, and of async-profiler. */
public final class RecordedEvents {
    private RecordedEvents() {}

    /**
     * Reads a file. If it is cut off, reads the events before that place.
     *
     * @param types gets the types of events that its recorder knows
     * @param events gets each event
     * @return why the rest is missing, in one line; null where nothing is missing
     * @throws ProfilingException with one line that gives the reason, when the file is not readable at all
     */
    public static String read(Path file, Consumer<EventType> types, Consumer<RecordedEvent> events)
            throws ProfilingException {
        String cutOff = null;
        long read = 0;
        // A reference to itself is read until the stack is full.
        try (RecordingFile recording = new RecordingFile(file)) {
            try {
                recording.readEventTypes().forEach(types);
            } catch (IOException | RuntimeException | StackOverflowError e) {
                // A later part is cut off; the parts before it count.
                cutOff = cutOff(read, e);
            }
            while (recording.hasMoreEvents()) {
                events.accept(recording.readEvent());
                read++;
            }
            return cutOff;
        } catch (IOException | RuntimeException | StackOverflowError e) {
            if (read == 0) {
                throw new ProfilingException(file + ": is not a readable flight recording: " + reason(e)
                        + "; use one of JDK 8u262 or newer, or of async-profiler", e);
            }
            return cutOff(read, e);
        }
    }

    private static String cutOff(long read, Throwable why) {
        return "the recording is cut off after %d events: %s".formatted(read, reason(why));
    }

    private static String reason(Throwable why) {
        return why.getMessage() == null ? "its end is missing" : why.getMessage();
    }

    /** Returns the text of a field; empty where the event does not have it. */
    public static String text(RecordedEvent event, String field) {
        return event.hasField(field) ? Objects.toString(event.getValue(field), "") : "";
    }
}

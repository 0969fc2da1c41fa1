package org.eejs.doctor.looking;

import java.nio.file.Path;
import org.eejs.doctor.evidence.Evidence;

/** Reads a recording in a JVM of its own, whose memory can be small. */
final class ReadRecording {
    private ReadRecording() {}

    public static void main(String... words) {
        Evidence evidence = RecordingEvidence.of(Path.of(words[0]), Path.of(words[1]));
        System.out.println(evidence.events().services(each -> true));
    }
}

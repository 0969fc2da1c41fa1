package org.eejs.doctor.looking;

import java.nio.file.Path;
import org.eejs.doctor.evidence.JvmEvidence;

/** Reads a recording in a separate JVM, whose memory can be small. */
final class ReadRecording {
    private ReadRecording() {}

    public static void main(String... words) {
        JvmEvidence evidence = RecordingEvidence.of(Path.of(words[0]), Path.of(words[1]));
        System.out.println(evidence.events().lookups(each -> true));
    }
}

package org.eejs.doctor.looking;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.evidence.JvmSettings;
import org.eejs.result.Diagnosis.NotSeen;
import org.eejs.result.Diagnosis;

/** What a recording from elsewhere tells. */
public final class RecordingEvidence {
    private RecordingEvidence() {}

    /**
     * Reads it.
     *
     * @param folder where a flame graph goes
     * @throws org.eejs.result.InputException with a line that says why it cannot be read
     */
    public static Evidence of(Path file, Path folder) {
        RecordingReader read = new RecordingReader();
        read.read(file);
        List<NotSeen> notSeen = new ArrayList<>();
        if (read.cutOff() != null) {
            notSeen.add(new NotSeen(null, read.cutOff()));
        }
        if (read.stacks().isEmpty()) {
            notSeen.add(new NotSeen(null, "no stacks: the recording has no samples of CPU; record with "
                    + "settings=profile, or by async-profiler"));
        }
        if (read.events().services().isEmpty()) {
            notSeen.add(new NotSeen(null, "no services: jdk.SecurityProviderService was not recorded, or not used"));
        }
        notSeen.add(new NotSeen(null, "objects of the heap and the names of idle threads: recordings do not have "
                + "them"));
        FlameGraphs.write(file, folder, notSeen);
        return new Evidence(new Diagnosis.Target(null, file.getFileName().toString(), read.jdk().isEmpty() ? null
                : read.jdk(), read.command()), new JvmSettings(read.jdk(), read.flags(), read.system(),
                        read.security()), read.seconds(), new Evidence.Cpu(0, 0, 0, false), read.stacks(),
                read.source().id(), read.source().isBiased(), read.events(), read.events().services().isEmpty() ? 0
                        : read.seconds(), Map.of(), List.of(), List.copyOf(notSeen));
    }
}

package org.eejs.doctor.looking;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.JvmSettings;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.evidence.Traffic;
import org.eejs.result.Diagnosis;
import org.eejs.result.Diagnosis.NotSeen;

/** The evidence in a recording that another program made. */
public final class RecordingEvidence {
    private RecordingEvidence() {}

    /**
     * Reads a recording.
     *
     * @param folder for the flame graph
     * @throws org.eejs.result.InputException if it is not a readable recording
     */
    public static JvmEvidence of(Path file, Path folder) {
        RecordingReader read = RecordingReader.read(file);
        Map<Stack, Long> stacks = read.stacks();
        List<NotSeen> notSeen = new ArrayList<>();
        if (read.cutOff() != null) {
            notSeen.add(new NotSeen(null, read.cutOff()));
        }
        if (stacks.isEmpty()) {
            notSeen.add(new NotSeen(null, "stacks: the recording has no CPU samples; record with settings=profile, or "
                    + "by async-profiler"));
        }
        notSeen.addAll(Gaps.ofSamples(read.samples(), 0));
        notSeen.addAll(Gaps.recorded(read));
        notSeen.addAll(Gaps.ofTls(Map.of(), stacks.keySet()));
        notSeen.addAll(FlameGraphs.write(stacks, folder));
        JvmSettings settings = read.settings();
        boolean counted = read.types().isEnabled(EventTypes.LOOKUPS).orElse(false);
        return new JvmEvidence(new Diagnosis.Target(null, file.getFileName().toString(), settings.jdk().isEmpty() ? null
                : settings.jdk(), read.command()), settings, read.seconds(), new JvmEvidence.Cpu(0, 0, 0, false),
                        stacks,
                read.samples().source().id(), read.samples().source().isBiased() || read.samples().isOfWallClock(),
                read.events(), counted ? read.seconds() : 0, Map.of(), read.threads(),
                List.copyOf(notSeen), read.samples().taken(), Traffic.UNKNOWN, List.of());
    }
}

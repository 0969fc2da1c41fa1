package org.eejs.doctor.rules.logging;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/** Netty stores a stack trace for each use of a buffer. By default it does so for a cheap sample only. */
public final class LeakDetector extends FrameRule {
    private static final String NAME = "io.netty.leakDetection.level";
    private static final String OLD_NAME = "io.netty.leakDetectionLevel";
    private static final Set<String> COSTLY = Set.of("paranoid", "advanced", "3", "2");
    /** Buffers of the expensive levels, which code can also set. */
    private static final FramePattern ADVANCED = new FramePattern("*.netty.buffer.AdvancedLeakAware");

    /** Creates the rule. */
    public LeakDetector() {
        super("leak-detector", "Netty’s leak detector tracks every buffer",
                "netty#7029",
                "*.netty.util.ResourceLeakDetector", "*.netty.buffer.AdvancedLeakAware");
    }

    @Override
    public boolean applies(JvmEvidence evidence) {
        return level(evidence).filter(level -> COSTLY.contains(level.toLowerCase(Locale.ROOT))).isPresent()
                || evidence.share(ADVANCED) > 0;
    }

    private static Optional<String> level(JvmEvidence evidence) {
        return Stream.of(NAME, OLD_NAME).flatMap(name -> evidence.settings().property(name).stream()).findFirst();
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return List.of("%s is %s".formatted(NAME, level(evidence).orElse("not set; the code sets the level")));
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        return Cures.of("Track only a sample of the buffers", "-D" + NAME + "=simple");
    }
}

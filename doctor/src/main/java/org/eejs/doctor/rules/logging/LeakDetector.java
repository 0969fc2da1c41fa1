package org.eejs.doctor.rules.logging;

import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/** Netty keeps a stack trace for each use of a buffer. */
public final class LeakDetector extends FrameRule {
    /** The rule. */
    public LeakDetector() {
        super("leak-detector", "Netty’s detector of leaks watches every buffer",
                "netty#7029",
                "io.netty.util.ResourceLeakDetector", "io.netty.buffer.AdvancedLeakAware");
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Watch a sample only", "-Dio.netty.leakDetection.level=simple");
    }
}

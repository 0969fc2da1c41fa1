package org.eejs.doctor.rules.providers;

import org.eejs.doctor.evidence.Events;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/** Threads take turns at one generator of random numbers. */
public final class RandomLock extends FrameRule {
    private static final FramePattern LOCK = new FramePattern("sun.security.provider.NativePRNG",
            "java.security.SecureRandom.");
    private static final FramePattern BLOCKING = new FramePattern("sun.security.provider.NativePRNG$Blocking",
            "sun.security.provider.SeedGenerator");

    /** The rule. */
    public RandomLock() {
        super("random-lock", "Random numbers are expensive, and threads wait for each other",
                "JDK-8296746 (jdk#11069), JDK-8308804, JDK-8278371, killbill#323", 0.7,
                "java.security.SecureRandom.next", "java.security.SecureRandom.generateSeed",
                "java.util.UUID.randomUUID");
    }

    @Override
    public int claims(Stack stack) {
        return stack.has(BLOCKING) ? -1 : super.claims(stack);
    }

    @Override
    public double waitedMillis(Evidence evidence) {
        return evidence.events().monitors().stream().filter(wait -> wait.stack().has(LOCK))
                .mapToDouble(Events.Wait::millis).sum();
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.library("Use a generator that has a state for each thread; " + claim.caller() + " asks most",
                "-Dorg.eejs.jsse.services=default,SecureRandom");
    }
}

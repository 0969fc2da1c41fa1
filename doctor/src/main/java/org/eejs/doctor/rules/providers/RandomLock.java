package org.eejs.doctor.rules.providers;

import java.util.List;
import org.eejs.doctor.evidence.Events.Wait;
import org.eejs.doctor.evidence.Events;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/** Threads take turns at one generator of random numbers, which asks the kernel for all of them. */
public final class RandomLock extends FrameRule {
    private static final FramePattern LOCK = new FramePattern("sun.security.provider.NativePRNG",
            "java.security.SecureRandom.");

    /** The rule. */
    public RandomLock() {
        super("random-lock", "All threads take random numbers from one generator",
                "JDK-8296746 (jdk#11069), JDK-8308804, JDK-8278371, killbill#323", 0.7,
                "java.security.SecureRandom.next", "java.security.SecureRandom.generateSeed",
                "java.util.UUID.randomUUID");
    }

    @Override
    public int claims(Stack stack) {
        return stack.has(RandomBlocks.BLOCKING) ? -1 : super.claims(stack);
    }

    private static List<Wait> waits(Evidence evidence) {
        return evidence.events().monitors().stream().filter(wait -> wait.stack().has(LOCK)
                && !wait.stack().has(RandomBlocks.BLOCKING)).toList();
    }

    @Override
    public double waitedMillis(Evidence evidence) {
        return waits(evidence).stream().mapToDouble(Wait::millis).sum();
    }

    @Override
    public List<String> seen(Evidence evidence) {
        return waits(evidence).isEmpty() ? List.of("no thread was seen waiting for another, only what the numbers cost")
                : List.of("threads waited for each other %d times".formatted(Events.count(waits(evidence))));
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.library(evidence, (waits(evidence).isEmpty() ? "Ask for fewer random numbers, or a generator that "
                + "makes many at once" : "Use a generator that has a state for each thread") + "; " + claim.caller()
                + " asks most", "-Dorg.eejs.jsse.services=default,SecureRandom");
    }
}

package org.eejs.doctor.rules.providers;

import java.util.List;
import org.eejs.doctor.evidence.Events.Wait;
import org.eejs.doctor.evidence.Events;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.Rule;
import org.eejs.result.Diagnosis.Cure;

/**
 * Threads wait for one random number generator, which asks the kernel for each number. The rule applies if threads were
 * seen waiting for each other, or if several of them use the JDK's single generator.
 */
public final class RandomLock extends FrameRule {
    private static final FramePattern SHARED = new FramePattern("sun.security.provider.NativePRNG");
    private static final FramePattern LOCK = new FramePattern("sun.security.provider.NativePRNG",
            "java.security.SecureRandom.");
    /** Frames of the fix, which has a state per thread. */
    private static final FramePattern CURED = new FramePattern("org.eejs.jsse.random.");

    /** Frames that take random numbers behind a lock. */
    private final FramePattern locked;

    /** Creates the rule. */
    public RandomLock() {
        this(SHARED);
    }

    private RandomLock(FramePattern locked) {
        super("random-lock", "All threads share one random number generator",
                "JDK-8296746 (jdk#11069), JDK-8308804, JDK-8278371, killbill#323", 0.7,
                "java.security.SecureRandom.next", "java.security.SecureRandom.generateSeed",
                "java.util.UUID.randomUUID");
        this.locked = locked;
    }

    @Override
    public boolean applies(JvmEvidence evidence) {
        return !waits(evidence).isEmpty() || evidence.stacks().keySet().stream().filter(stack -> stack.has(SHARED))
                .map(Stack::thread).distinct().count() > 1;
    }

    @Override
    public Rule on(JvmEvidence evidence) {
        return new RandomLock(waits(evidence).isEmpty() ? SHARED : LOCK);
    }

    @Override
    public int claims(Stack stack) {
        return !stack.has(locked) || stack.has(RandomBlocks.BLOCKING) || stack.has(CURED) ? -1 : super.claims(stack);
    }

    private static List<Wait> waits(JvmEvidence evidence) {
        return evidence.events().monitors().stream().filter(wait -> wait.stack().has(LOCK)
                && !wait.stack().has(RandomBlocks.BLOCKING)).toList();
    }

    @Override
    public double waitedMillis(JvmEvidence evidence) {
        return waits(evidence).stream().mapToDouble(Wait::millis).sum();
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return waits(evidence).isEmpty() ? List.of("no thread was seen waiting for another; this is the numbers’ cost")
                : List.of("threads waited for each other %d times".formatted(Events.count(waits(evidence))));
    }

    @Override
    public String lowers() {
        return "two copies restored from one snapshot can hand out the same random numbers";
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        return Cures.library(evidence, (waits(evidence).isEmpty() ? "Ask for fewer random numbers, or use a generator "
                + "that makes many at once" : "Draw about 1 KB at a time, from one DRBG per thread; small draws from a "
                + "DRBG take more CPU than before") + "; " + claim.caller()
                + " asks most often", "Let the library give each thread a separate generator",
                "-Dorg.eejs.jsse.services=default,SecureRandom");
    }
}

package org.eejs.doctor.rules.providers;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.eejs.doctor.evidence.Events;
import org.eejs.doctor.evidence.Events.Wait;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.Frame;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.Kept;
import org.eejs.doctor.rules.Lowers;
import org.eejs.doctor.rules.Rule;
import org.eejs.result.Diagnosis.Cure;

/**
 * Threads wait for each other while they look up algorithms. In JDK 8 each provider has a lock. Until JDK-8276660 each
 * provider without the algorithm has one, and some providers have their own. Lookups count as a cost only if a thread
 * was seen waiting.
 */
public final class ProviderLock extends FrameRule {
    /** Frames that ask a provider for an algorithm. */
    private static final FramePattern ASKING = new FramePattern("sun.security.jca.", "javax.crypto.");
    private static final String LOOKUP = ".getService";

    /** Lookups of providers in which threads wait for each other. */
    private final Set<String> locked;

    /** Creates the rule. */
    public ProviderLock() {
        this(Set.of());
    }

    private ProviderLock(Set<String> locked) {
        super("provider-lock", "Threads wait for each other to look up security providers",
                "JDK-7092821, JDK-8276660 (jdk#6513, jdk17u-dev#2730), jjwt#59, b2-sdk-java#45");
        this.locked = locked;
    }

    /** Returns the index of the frame in which a provider looks an algorithm up; -1 if there is none. */
    private static int lookup(Stack stack) {
        List<Frame> frames = stack.frames();
        for (int i = frames.size() - 2; i >= 0; i--) {
            String method = frames.get(i).method();
            if (method.endsWith(LOOKUP) && !ASKING.matches(method) && ASKING.matches(frames.get(i + 1).method())) {
                return i;
            }
        }
        return -1;
    }

    private static List<Wait> waits(JvmEvidence evidence) {
        return evidence.events().monitors().stream().filter(wait -> lookup(wait.stack()) >= 0).toList();
    }

    @Override
    public Rule on(JvmEvidence evidence) {
        return new ProviderLock(waits(evidence).stream().map(Wait::stack).map(stack -> stack.frames()
                .get(lookup(stack)).method()).collect(Collectors.toSet()));
    }

    @Override
    public int claims(Stack stack) {
        int place = locked.isEmpty() ? -1 : lookup(stack);
        return place >= 0 && locked.contains(stack.frames().get(place).method()) ? place : -1;
    }

    @Override
    public double waitedMillis(JvmEvidence evidence) {
        return waits(evidence).stream().mapToDouble(Wait::millis).sum();
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return List.of("threads waited for each other %d times".formatted(Events.count(waits(evidence))));
    }

    @Override
    public String lowers() {
        return Lowers.KEY_IN_OBJECT;
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        String caller = waits(evidence).stream().flatMap(wait -> wait.stack().caller(0).stream()).findFirst()
                .orElseGet(claim::caller);
        return Cures.of("Reuse the result of getInstance as in these lines, or update the JDK: 17.0.12, and 19 or "
                + "newer, have no lock. " + caller + " waited", Kept.lines(evidence, "Cipher", "AES/GCM/NoPadding"));
    }
}

package org.eejs.doctor.rules.providers;

import java.util.List;
import org.eejs.doctor.evidence.Events.Wait;
import org.eejs.doctor.evidence.Events;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/**
 * Threads take turns at looking services up: in JDK 8 each provider that is asked has a lock, and until JDK-8276660
 * each
 * that has not what is asked for. The bank re-enacts it by a provider.
 */
public final class ProviderLock extends FrameRule {
    private static final FramePattern LOOKUP = new FramePattern("java.security.Provider.getService",
            "org.eejs.bottlenecks.LockedProviderLookup");

    /** The rule. */
    public ProviderLock() {
        super("provider-lock", "Threads take turns at looking security providers up",
                "JDK-7092821, JDK-8276660 (jdk#6513, jdk17u-dev#2730), jjwt#59, b2-sdk-java#45",
                "org.eejs.bottlenecks.LockedProviderLookup");
    }

    private static List<Wait> waits(Evidence evidence) {
        return evidence.events().monitors().stream().filter(wait -> wait.stack().has(LOOKUP)).toList();
    }

    @Override
    public double waitedMillis(Evidence evidence) {
        return waits(evidence).stream().mapToDouble(Wait::millis).sum();
    }

    @Override
    public List<String> seen(Evidence evidence) {
        return List.of("threads waited for each other %d times".formatted(Events.count(waits(evidence))));
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        String caller = waits(evidence).stream().flatMap(wait -> wait.stack().callerOf(0).stream())
                .map(Object::toString).findFirst().orElseGet(claim::caller);
        return Cures.of("Keep what getInstance gives, an object for each thread; update the JDK, where no lock is "
                + "taken "
                + "from 17.0.12 and 19 on; " + caller + " waited",
                "private static final ThreadLocal<Cipher> KEPT = new ThreadLocal<>();");
    }
}

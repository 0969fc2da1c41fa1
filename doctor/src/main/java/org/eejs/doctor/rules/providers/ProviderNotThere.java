package org.eejs.doctor.rules.providers;

import java.util.List;
import java.util.Optional;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Basis;
import org.eejs.result.Diagnosis.Cure;

/** A provider of java.security was not found on the class path, which the JVM passes over without a word. */
public final class ProviderNotThere extends FrameRule {
    /** The rule. */
    public ProviderNotThere() {
        super("provider-not-there", "A security provider is configured that the JVM has not found",
                "ACCP#226, docs/providers.md, docs/jsse.md");
    }

    @Override
    public Basis basis() {
        return Basis.CONFIGURED;
    }

    @Override
    public boolean isFault() {
        return true;
    }

    @Override
    public boolean applies(Evidence evidence) {
        return missing(evidence).isPresent();
    }

    /** The first provider, which is always made, if it is named by its class and that is not on the heap. */
    private static Optional<String> missing(Evidence evidence) {
        return Optional.ofNullable(evidence.settings().security().get("security.provider.1"))
                .map(named -> named.split(" ")[0]).filter(type -> type.contains(".") && !evidence.heap().isEmpty()
                        && !evidence.heap().containsKey(type));
    }

    @Override
    public List<String> seen(Evidence evidence) {
        return List.of(missing(evidence).orElseThrow() + " is not on the heap");
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Put the jar of the provider on the class path that the JVM was started with",
                "java -cp provider.jar:app.jar …  // " + missing(evidence).orElseThrow());
    }
}

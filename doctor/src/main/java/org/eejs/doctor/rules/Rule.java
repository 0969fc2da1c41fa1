package org.eejs.doctor.rules;

import java.util.List;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.Stack;
import org.eejs.result.Diagnosis.Basis;
import org.eejs.result.Diagnosis.Cure;

/** A bottleneck that the doctor can detect. Stateless; thread-safe. */
public interface Rule {
    /** Returns its stable id. */
    String id();

    /** Returns the problem as a sentence without a full stop. */
    String title();

    /** Returns issues and articles that describe the problem. */
    String source();

    /** Returns whether counts, settings and the JDK allow the bottleneck; samples are not considered. */
    default boolean applies(JvmEvidence evidence) {
        return true;
    }

    /** Returns the rule for this JVM, if its claims or savings depend on the JVM. Called only if the rule applies. */
    default Rule on(JvmEvidence evidence) {
        return this;
    }

    /**
     * Returns the index of the outermost frame that would be absent without the bottleneck; -1 if there is none. If
     * several rules claim a stack, the one with the outermost frame has it, because its fix removes all inner frames.
     */
    int claims(Stack stack);

    /** Returns whether this rule only explains stacks that no other rule claims. */
    default boolean isGeneral() {
        return false;
    }

    /** Returns whether it is reported regardless of its cost. */
    default boolean isFault() {
        return false;
    }

    /** Returns whether it is reported by its share of the CPU, even if its fix saves nothing. */
    default boolean isRemark() {
        return false;
    }

    /** Returns how long threads waited because of it, in milliseconds of all threads; 0 if they did not. */
    default double waitedMillis(JvmEvidence evidence) {
        return 0;
    }

    /** Returns the basis of the share. */
    default Basis basis() {
        return Basis.SAMPLED;
    }

    /** Returns the part of its share that the fix saves, between 0 and 1. */
    double saved();

    /** Returns evidence other than frames, one fact per line. */
    default List<String> seen(JvmEvidence evidence) {
        return List.of();
    }

    /** Returns which protection the fix lowers and by how much, without a full stop; empty if none. */
    default String lowers() {
        return "";
    }

    /** Returns the fix for this JVM. */
    Cure cure(JvmEvidence evidence, Claim claim);

    /** Returns the fix as it is printed; a loss of security comes first. */
    default Cure advice(JvmEvidence evidence, Claim claim) {
        Cure cure = cure(evidence, claim);
        return lowers().isEmpty() ? cure
                : new Cure("Fix lowers security: " + lowers() + ". " + cure.words(), cure.lines());
    }
}

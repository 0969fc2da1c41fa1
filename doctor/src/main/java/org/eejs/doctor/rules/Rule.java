package org.eejs.doctor.rules;

import java.util.List;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.Stack;
import org.eejs.result.Diagnosis.Basis;
import org.eejs.result.Diagnosis.Cure;

/** A bottleneck that the doctor knows. Stateless; thread-safe. */
public interface Rule {
    /** Returns its name, which does not change. */
    String id();

    /** Returns what is wrong, in a sentence without a full stop. */
    String title();

    /** Returns where the field has written of it. */
    String source();

    /** Returns whether all but samples allows that it is there: counts, settings, the JDK. */
    default boolean applies(JvmEvidence evidence) {
        return true;
    }

    /** Returns the rule for this JVM, where what it claims or saves depends on the JVM. Asked only where it applies. */
    default Rule on(JvmEvidence evidence) {
        return this;
    }

    /**
     * Returns the place of the outermost frame of a stack that would not be there without the bottleneck; -1 for none.
     * Where several rules claim a stack, the one with the outermost frame has it: curing that takes all below it away.
     */
    int claims(Stack stack);

    /** Returns whether it only explains what no other rule does. */
    default boolean isGeneral() {
        return false;
    }

    /** Returns whether it is reported whatever it costs. */
    default boolean isFault() {
        return false;
    }

    /** Returns whether it is reported by its share of the CPU, also where its cure saves nothing. */
    default boolean isRemark() {
        return false;
    }

    /** For how long threads waited because of it, in milliseconds of all of them; 0 for not at all. */
    default double waitedMillis(JvmEvidence evidence) {
        return 0;
    }

    /** Returns how the share is known. */
    default Basis basis() {
        return Basis.SAMPLED;
    }

    /** Returns what part of its share the cure saves, between 0 and 1. */
    double saved();

    /** Returns what was seen beside frames, a line each. */
    default List<String> seen(JvmEvidence evidence) {
        return List.of();
    }

    /** Returns what its cure lowers of security and by how much, without a full stop; empty for nothing. */
    default String lowers() {
        return "";
    }

    /** Returns how to stop it on this JVM. */
    Cure cure(JvmEvidence evidence, Claim claim);

    /** Returns the cure as it is printed: what it lowers comes first. */
    default Cure advice(JvmEvidence evidence, Claim claim) {
        Cure cure = cure(evidence, claim);
        return lowers().isEmpty() ? cure
                : new Cure("Lowers security: " + lowers() + ". " + cure.words(), cure.lines());
    }
}

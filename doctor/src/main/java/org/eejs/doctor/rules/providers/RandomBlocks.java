package org.eejs.doctor.rules.providers;

import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/** Random numbers come from a source that may block, and that asks the kernel for each byte. */
public final class RandomBlocks extends FrameRule {
    /** The rule. */
    public RandomBlocks() {
        super("random-blocks", "Random numbers are read from the blocking source",
                "docker-library/tomcat#12, nzbhydra2#42, spring-boot#6174, killbill#344",
                "sun.security.provider.NativePRNG$Blocking.", "sun.security.provider.SeedGenerator$",
                "java.security.SecureRandom.getInstanceStrong");
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Use new SecureRandom(), and not getInstanceStrong(), which " + claim.caller() + " does",
                "-Djava.security.egd=file:/dev/./urandom  // for seeds on old kernels");
    }
}

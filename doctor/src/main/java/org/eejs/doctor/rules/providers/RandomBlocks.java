package org.eejs.doctor.rules.providers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eejs.doctor.evidence.Events.Wait;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/**
 * Random numbers come from a source that may block. That costs time, and hardly any CPU. From Linux 5.6 on, /dev/random
 * blocks only until the machine has started, and costs as much as /dev/urandom.
 */
public final class RandomBlocks extends FrameRule {
    /** Frames of threads that read the source, or wait for a thread that does. */
    static final FramePattern BLOCKING = new FramePattern("sun.security.provider.NativePRNG$Blocking",
            "sun.security.provider.SeedGenerator", "sun.security.provider.NativePRNG$RandomIO.implGenerateSeed");

    private static final String DEVICE = "/dev/random";
    private static final String NEVER_BLOCKS = "/dev/urandom";

    /** Creates the rule. */
    public RandomBlocks() {
        super("random-blocks", "The service reads random numbers from the blocking source",
                "docker-library/tomcat#12, nzbhydra2#42, spring-boot#6174, killbill#344", 0,
                "sun.security.provider.NativePRNG$Blocking.", "sun.security.provider.SeedGenerator",
                "sun.security.provider.NativePRNG$RandomIO.implGenerateSeed",
                "java.security.SecureRandom.getInstanceStrong");
    }

    private static String source(JvmEvidence evidence) {
        return evidence.settings().property("java.security.egd").or(() -> evidence.settings()
                .security("securerandom.source")).orElse("file:" + DEVICE).replaceFirst("^file:", "");
    }

    private static List<Wait> reads(JvmEvidence evidence) {
        return evidence.events().waits().stream().filter(wait -> wait.what().equals(DEVICE)
                || wait.what().equals(source(evidence)) && blocks(wait.what())).toList();
    }

    private static boolean blocks(String source) {
        return !Path.of(source).normalize().equals(Path.of(NEVER_BLOCKS));
    }

    @Override
    public double waitedMillis(JvmEvidence evidence) {
        return reads(evidence).stream().mapToDouble(Wait::millis).sum() + evidence.events().monitors().stream()
                .filter(wait -> wait.stack().has(BLOCKING)).mapToDouble(Wait::millis).sum();
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        Map<String, Long> reads = reads(evidence).stream().collect(Collectors.groupingBy(Wait::what, LinkedHashMap::new,
                Collectors.summingLong(Wait::count)));
        List<String> seen = new ArrayList<>();
        reads.forEach((source, count) -> seen.add("threads waited for %s %d times in %.0f s".formatted(source, count,
                evidence.seconds())));
        return seen;
    }

    @Override
    public String lowers() {
        return "before the kernel has entropy, after a boot, /dev/urandom may be predictable";
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        return Cures.of("Use new SecureRandom() instead of getInstanceStrong() and generateSeed(), which "
                + claim.caller() + " calls. With this option, remaining calls read seeds from /dev/urandom",
                "-Djava.security.egd=file:/dev/./urandom");
    }
}

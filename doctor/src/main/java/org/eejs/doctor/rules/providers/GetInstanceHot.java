package org.eejs.doctor.rules.providers;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eejs.doctor.evidence.Events.Lookup;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Asked;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.Kept;
import org.eejs.doctor.rules.Lowers;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.result.Diagnosis.Cure;

/** An algorithm is searched for among the providers each time it is used. */
public final class GetInstanceHot extends FrameRule {
    /** Of one type by one caller, in a second. */
    private static final double OFTEN = 100;
    private static final String DIGEST = "MessageDigest";
    /** What a recording that has not counted look-ups is most likely about. */
    private static final Map<String, String> USUAL = Map.of("Signature", "SHA256withRSA", "Cipher",
            "AES/GCM/NoPadding", "Mac", "HmacSHA256", "SecureRandom", "DRBG", "KeyPairGenerator", "EC",
            "KeyAgreement", "ECDH", "CertificateFactory", "X.509", "KeyGenerator", "AES");
    private static final Set<String> TYPES = Set.of(DIGEST, "Signature", "Cipher", "Mac", "SecureRandom",
            "KeyPairGenerator", "KeyAgreement", "CertificateFactory", "KeyGenerator");

    /** The rule. */
    public GetInstanceHot() {
        super("getinstance-hot", "Digests, ciphers and signatures are looked up for each use",
                "corretto-8#82, mosip/esignet#1777, smallrye-jwt#179",
                "java.security.MessageDigest.getInstance", "java.security.Signature.getInstance",
                "javax.crypto.Cipher.getInstance", "javax.crypto.Mac.getInstance",
                "java.security.SecureRandom.getInstance", "java.security.KeyPairGenerator.getInstance",
                "javax.crypto.KeyAgreement.getInstance", "java.security.cert.CertificateFactory.getInstance",
                "javax.crypto.KeyGenerator.getInstance");
    }

    private static boolean isLookedUp(Lookup lookup) {
        return TYPES.contains(lookup.type()) && !lookup.stack().has(TlsFrames.ANY);
    }

    private static Optional<Asked> most(JvmEvidence evidence) {
        return Asked.most(evidence, GetInstanceHot::isLookedUp);
    }

    @Override
    public boolean applies(JvmEvidence evidence) {
        return evidence.eventSeconds() == 0 || most(evidence).filter(asked -> asked.perSecond() >= OFTEN).isPresent();
    }

    @Override
    public int claims(Stack stack) {
        return stack.has(TlsFrames.ANY) ? -1 : super.claims(stack);
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return most(evidence).stream().map(Asked::words).toList();
    }

    @Override
    public String lowers() {
        return Lowers.KEY_IN_OBJECT;
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        // A recording without look-ups still has the frame: javax.crypto.Cipher.getInstance.
        String[] frame = claim.frame().split("\\.");
        String type = most(evidence).map(Asked::type).orElse(frame.length < 2
                || !TYPES.contains(frame[frame.length - 2]) ? "Cipher" : frame[frame.length - 2]);
        String algorithm = most(evidence).map(Asked::algorithm).orElseGet(() -> USUAL.getOrDefault(type, "SHA-256"));
        String who = most(evidence).map(Asked::who).orElseGet(claim::caller);
        return type.equals(DIGEST) ? Cures.of("Look the digest up once and clone it; %s looks it up each time"
                .formatted(who), "private final MessageDigest kept = MessageDigest.getInstance(%s);"
                        .formatted(Kept.literal(algorithm)), "MessageDigest digest = (MessageDigest) kept.clone();")
                : Cures.of("Keep objects, which each use sets up anew, as these lines do; %s looks one up each time"
                        .formatted(who), Kept.lines(evidence, type, algorithm));
    }
}

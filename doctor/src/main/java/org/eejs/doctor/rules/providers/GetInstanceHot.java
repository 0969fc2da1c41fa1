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

/** The service looks an algorithm up among the providers for each use. */
public final class GetInstanceHot extends FrameRule {
    /** Lookups of one type by one caller that count as frequent, per second. */
    private static final double OFTEN = 100;
    private static final String DIGEST = "MessageDigest";
    /** The most likely algorithm of each type, for a recording without lookups. */
    private static final Map<String, String> USUAL = Map.of("Signature", "SHA256withRSA", "Cipher",
            "AES/GCM/NoPadding", "Mac", "HmacSHA256", "SecureRandom", "DRBG", "KeyPairGenerator", "EC",
            "KeyAgreement", "ECDH", "CertificateFactory", "X.509", "KeyGenerator", "AES");
    private static final Set<String> TYPES = Set.of(DIGEST, "Signature", "Cipher", "Mac", "SecureRandom",
            "KeyPairGenerator", "KeyAgreement", "CertificateFactory", "KeyGenerator");

    /** Creates the rule. */
    public GetInstanceHot() {
        super("getinstance-hot", "The service looks up digests, ciphers or signatures for each use",
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
        // A recording without lookups still has the frame, such as javax.crypto.Cipher.getInstance.
        String[] frame = claim.frame().split("\\.");
        String type = most(evidence).map(Asked::type).orElse(frame.length < 2
                || !TYPES.contains(frame[frame.length - 2]) ? "Cipher" : frame[frame.length - 2]);
        String algorithm = most(evidence).map(Asked::algorithm).orElseGet(() -> USUAL.getOrDefault(type, "SHA-256"));
        String who = most(evidence).map(Asked::who).orElseGet(claim::caller);
        return type.equals(DIGEST) ? Cures.of("Look the digest up once and clone it; %s looks it up each time"
                .formatted(who), "private final MessageDigest kept = MessageDigest.getInstance(%s);"
                        .formatted(Kept.literal(algorithm)), "MessageDigest digest = (MessageDigest) kept.clone();")
                : Cures.of("Reuse objects as in these lines and initialise them per use; %s looks one up each time"
                        .formatted(who), Kept.lines(evidence, type, algorithm));
    }
}

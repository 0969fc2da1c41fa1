package org.eejs.doctor.rules.keys;

import java.util.ArrayList;
import java.util.List;
import org.eejs.doctor.evidence.Events.Lookup;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Port;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.result.Diagnosis.Basis;
import org.eejs.result.Diagnosis.Cure;

/**
 * An RSA key of 4096 bits signs 6 times as slowly as RSA-2048, and 100 times as slowly as P-256. The rule derives its
 * size from the JVM's TLS ports, or from its CPU per handshake. The recorder sees certificates only when they are
 * parsed: for a server's own certificate at the start, for others later.
 */
public final class LargeRsaKey extends FrameRule {
    private static final int USUAL = 2_048;
    private static final double LARGE = 2.5;
    private static final double OFTEN = 1;
    private static final FramePattern PRIVATE = new FramePattern("sun.security.rsa.RSACore.crtCrypt",
            "sun.security.rsa.RSACore.priCrypt");
    /** Frames in which each use of the key begins: signing, and decrypting a premaster secret. */
    private static final FramePattern USE = new FramePattern("sun.security.ssl.SignatureScheme.getSigner",
            "sun.security.ssl.RSAKeyExchange$RSAPremasterSecret.decode");

    /** Creates the rule. */
    public LargeRsaKey() {
        super("rsa-4096", "The private key is RSA with more than 2048 bits",
                "vprox#26, mypaas#24, openwrt#14321", 0.8,
                "sun.security.rsa.RSACore.crtCrypt", "sun.security.rsa.RSACore.priCrypt");
    }

    @Override
    public Basis basis() {
        return Basis.ESTIMATED;
    }

    @Override
    public boolean applies(JvmEvidence evidence) {
        return evidence.share(LargeRsaKey::isUse) > 0 && (hasPort(evidence) || evidence.cpu().counted()
                && usesPerSecond(evidence) >= OFTEN && secondsPerUse(evidence) >= LARGE * UsualKey.SECONDS);
    }

    /** Returns whether a TLS port of the JVM has such a key. */
    private static boolean hasPort(JvmEvidence evidence) {
        return evidence.ports().stream().anyMatch(port -> port.keyType().equals("RSA") && port.keyBits() > USUAL);
    }

    private static boolean isUse(Stack stack) {
        return stack.has(PRIVATE) && stack.has(TlsFrames.HANDSHAKE);
    }

    private static double usesPerSecond(JvmEvidence evidence) {
        return evidence.lookupsPerSecond(LargeRsaKey::isAskedForUse);
    }

    private static boolean isAskedForUse(Lookup lookup) {
        return (lookup.type().equals("Signature") || lookup.type().equals("Cipher")) && lookup.stack().has(USE);
    }

    /** Returns the CPU per use of the key, in seconds. */
    private static double secondsPerUse(JvmEvidence evidence) {
        return evidence.cpu().app() / evidence.seconds() * evidence.share(LargeRsaKey::isUse) / usesPerSecond(evidence);
    }

    @Override
    public int claims(Stack stack) {
        return stack.has(TlsFrames.HANDSHAKE) ? super.claims(stack) : -1;
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        List<String> seen = new ArrayList<>();
        evidence.ports().stream().filter(port -> port.keyBits() > USUAL).map(Port::words).forEach(seen::add);
        if (usesPerSecond(evidence) == 0) {
            return seen;
        }
        seen.add("a use of the private key takes %.1f ms of CPU, %.1f times as much as RSA-2048 in the doctor’s JVM"
                .formatted(1_000 * secondsPerUse(evidence), secondsPerUse(evidence) / UsualKey.SECONDS));
        evidence.events().certificates().values().stream().filter(each -> each.keyType().equals("RSA")
                && each.keyBits() > USUAL).map(each -> "parsed certificates include %s, with %d bits"
                        .formatted(each.subject(), each.keyBits())).distinct().limit(2).forEach(seen::add);
        return seen;
    }

    @Override
    public String lowers() {
        return "smaller keys are weaker: RSA-4096 has about 140 bits of strength, P-256 128, RSA-2048 112";
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        return Cures.of("Use a certificate on P-256. If clients need RSA, use RSA-3072, which also has 128 bits of "
                + "strength; use RSA-2048 only if 112 bits suffice",
                "keytool -genkeypair -keyalg EC -groupname secp256r1 -alias server -dname CN=localhost "
                        + "-keystore server.p12 -storetype PKCS12");
    }
}

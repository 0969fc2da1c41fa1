package org.eejs.doctor.rules.providers;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.doctor.evidence.Events.Lookup;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Asked;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.Rule;
import org.eejs.profile.UnitCosts;
import org.eejs.result.Diagnosis.Cure;

/** Bouncy Castle, or its FIPS 140 module, runs in Java although the JVM has intrinsics for the algorithm. */
public final class BouncyCastleFirst extends FrameRule {
    /** The saving for AES-GCM with messages of 1 KB, docs/results/aes-gcm.md; it is larger for long ones. */
    private static final double SAVED_MOST = 0.95;
    /** The saving for SHA-256 with messages of 64 bytes: 115 vs. 552 MB/s on JDK 25; SHA-512 saves half. */
    private static final double SAVED_IN_DIGESTS = 0.8;
    private static final String CRYPTO = "org.bouncycastle.crypto.";
    private static final String FIPS = "org.bouncycastle.crypto.fips.";
    /** Engines, modes and signers of the FIPS module; names in its API begin with Fips. */
    private static final String INTERNAL = "org.bouncycastle.crypto.internal.";
    private static final FramePattern SIGNING = new FramePattern("*.engineSign");
    /** Algorithms that only Bouncy Castle has, which may use the same engines and modes. */
    private static final FramePattern ONLY = new FramePattern("org.bouncycastle.crypto.generators.",
            "org.bouncycastle.tls.", "org.bouncycastle.crypto.modes.CCM", "org.bouncycastle.crypto.modes.EAX",
            "org.bouncycastle.crypto.modes.OCB", "org.bouncycastle.crypto.modes.GCMSIV",
            "org.bouncycastle.crypto.modes.KCTR", "org.bouncycastle.crypto.digests.SHAKE", "org.bouncycastle.pqc.",
            "org.bouncycastle.jcajce.provider.asymmetric.dstu.", "org.bouncycastle.crypto.signers.SM2",
            INTERNAL + "modes.CCM", INTERNAL + "modes.EAX", INTERNAL + "modes.OCB", FIPS + "*DRBG");
    private static final FramePattern ENGINES = new FramePattern("org.bouncycastle.crypto.engines.");
    private static final FramePattern COMMON = new FramePattern("org.bouncycastle.crypto.engines.AES",
            "org.bouncycastle.crypto.engines.RSA");
    private static final FramePattern MODULE = new FramePattern(FIPS, INTERNAL);
    /** Frames in which programs call security providers. */
    private static final FramePattern ASKING = new FramePattern("javax.crypto.", "java.security.MessageDigest",
            "java.security.Signature", "java.security.Key", "java.security.SecureRandom", "java.security.cert.");
    /** Frames that search for a provider with an algorithm. */
    private static final FramePattern SEARCHING = new FramePattern("sun.security.jca.ProviderList");

    /** The algorithms that the JDK has as well, and runs faster, by its feature release. */
    private final List<Both> faster;

    /**
     * An algorithm of both.
     *
     * @param preferred the entry of {@code jdk.security.provider.preferred} that prefers the JDK
     * @param call the call that looks it up, without the end
     * @param provider the JDK’s provider
     * @param saved the part of its cost that the JDK’s provider saves
     * @param frames its frames in Bouncy Castle
     * @param during frames of its operations that the JDK runs faster; null if all
     */
    private record Both(String preferred, String call, String provider, double saved, FramePattern frames,
            FramePattern during) {
        boolean has(Stack stack) {
            return stack.has(frames) && (during == null || stack.has(during));
        }
    }

    /** Creates the rule. */
    public BouncyCastleFirst() {
        this(0, SAVED_MOST);
    }

    private BouncyCastleFirst(int feature, double saved) {
        super("bc-first", "Bouncy Castle runs algorithms that the JDK runs faster",
                "bc-java#652, bc-java#1961, bc-java#1104", saved,
                "org.bouncycastle.crypto.engines.", "org.bouncycastle.crypto.modes.",
                "org.bouncycastle.crypto.digests.", "org.bouncycastle.crypto.macs.HMac", FIPS, INTERNAL,
                "org.bouncycastle.jcajce.provider.symmetric.util.BaseBlockCipher.",
                "org.bouncycastle.jcajce.provider.digest.BCMessageDigest.",
                "org.bouncycastle.jcajce.provider.symmetric.util.BaseMac.",
                "org.bouncycastle.jcajce.provider.asymmetric.rsa.",
                "org.bouncycastle.jcajce.provider.asymmetric.ec.", "org.bouncycastle.jcajce.provider.Base",
                "org.bouncycastle.math.ec.");
        UnitCosts units = UnitCosts.of(feature);
        faster = Stream.of(
                new Both("Cipher.AES:SunJCE", "Cipher.getInstance(\"AES/GCM/NoPadding\"", "SunJCE", SAVED_MOST,
                        new FramePattern(CRYPTO + "engines.AES", CRYPTO + "modes.GCM", CRYPTO + "modes.gcm.",
                        CRYPTO + "modes.CBC", CRYPTO + "modes.SIC", FIPS + "AES", INTERNAL + "modes.GCM",
                        INTERNAL + "modes.gcm.", INTERNAL + "modes.CBC", INTERNAL + "modes.SIC"), null),
                new Both("Group.SHA2:SUN", "MessageDigest.getInstance(\"SHA-256\"", "SUN", SAVED_IN_DIGESTS,
                        new FramePattern(CRYPTO + "digests.SHA", CRYPTO + "digests.LongDigest", FIPS + "SHA",
                        FIPS + "LongDigest"), null),
                new Both("Group.SHA2RSA:SunRsaSign", "Signature.getInstance(\"SHA256withRSA\"", "SunRsaSign",
                        saved(units, "RSA-2048 sign"), new FramePattern(CRYPTO + "engines.RSA", FIPS + "Rsa"), null),
                new Both("Group.SHA2ECDSA:SunEC", "Signature.getInstance(\"SHA256withECDSA\"", "SunEC",
                        saved(units, "ECDSA-P-256 sign"),
                        new FramePattern("org.bouncycastle.math.ec.custom.sec.SecP256R1"), SIGNING))
                .filter(both -> both.saved() > 0).toList();
    }

    private static double saved(UnitCosts units, String operation) {
        return 1 - units.ratio(operation + " JDK") / units.ratio(operation + " BC");
    }

    @Override
    public Rule on(JvmEvidence evidence) {
        int feature = evidence.settings().feature();
        BouncyCastleFirst rule = new BouncyCastleFirst(feature, SAVED_MOST);
        double all = evidence.share(stack -> rule.claims(stack) >= 0);
        double saved = rule.faster.stream().mapToDouble(both -> both.saved() * evidence.share(stack ->
                rule.algorithm(stack).filter(both::equals).isPresent())).sum();
        return all == 0 ? rule : new BouncyCastleFirst(feature, saved / all);
    }

    private static boolean isOfBouncyCastle(Lookup lookup) {
        return lookup.provider().equals("BC") || lookup.provider().equals("BCFIPS");
    }

    /** Returns whether the caller names the provider, so that the order of providers does not matter. */
    private static boolean isByName(Lookup lookup) {
        return isOfBouncyCastle(lookup) && !lookup.stack().frames().isEmpty() && !lookup.stack().has(SEARCHING);
    }

    /** Returns the algorithm of a stack that the JDK runs faster. */
    private Optional<Both> algorithm(Stack stack) {
        boolean foreign = stack.has(ENGINES) && !stack.has(COMMON) || stack.has(ONLY) || super.claims(stack) < 0;
        return foreign ? Optional.empty() : faster.stream().filter(both -> both.has(stack)).findFirst();
    }

    @Override
    public int claims(Stack stack) {
        return algorithm(stack).isPresent() ? super.claims(stack) : -1;
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        List<String> seen = new ArrayList<>(Asked.most(evidence, BouncyCastleFirst::isOfBouncyCastle).stream()
                .map(Asked::words).toList());
        seen.add("security.provider.1 was %s when the JVM started".formatted(evidence.settings()
                .security("security.provider.1").orElse("unknown")));
        return seen;
    }

    @Override
    public String lowers() {
        return "the JDK’s providers have no FIPS 140 validation; BCFIPS has one";
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        List<Both> used = faster.stream().filter(both -> evidence.share(stack ->
                algorithm(stack).filter(both::equals).isPresent()) > 0).toList();
        List<Both> both = used.isEmpty() ? faster.subList(0, 1) : used;
        String fips = evidence.share(stack -> claims(stack) >= 0 && stack.has(MODULE)) > 0
                ? "If you do not need FIPS 140: " : "";
        double asked = evidence.share(stack -> claims(stack) >= 0 && stack.outermost(ASKING) > claims(stack));
        if (asked < evidence.share(stack -> claims(stack) >= 0) / 2) {
            return Cures.of(fips + claim.caller() + " uses Bouncy Castle’s own API, so the order of providers does not "
                    + "matter. Use the JDK’s API, as in these lines; for OpenPGP and CMS, use builders whose names "
                    + "begin with Jca or Jce", lines(both, true));
        }
        double asks = evidence.lookupsPerSecond(BouncyCastleFirst::isOfBouncyCastle);
        if (asks > 0 && evidence.lookupsPerSecond(BouncyCastleFirst::isByName) > asks / 2) {
            return Cures.of(fips + "Name Bouncy Castle only for algorithms that the JDK lacks: "
                    + Asked.most(evidence, BouncyCastleFirst::isByName).map(Asked::who).orElseGet(claim::caller)
                    + " asks for it by name", lines(both, false));
        }
        return Cures.of(fips + "Put Bouncy Castle behind the JDK’s providers by Security.addProvider, not by "
                + "insertProviderAt. Name it only for algorithms that the JDK lacks. Or prefer the JDK for single "
                + "algorithms in conf/security/java.security, as in the second line",
                "Security.addProvider(new BouncyCastle%sProvider());".formatted(fips.isEmpty() ? "" : "Fips"),
                "jdk.security.provider.preferred=" + both.stream().map(Both::preferred)
                        .collect(Collectors.joining(", ")));
    }

    private static String[] lines(List<Both> both, boolean named) {
        return both.stream().map(each -> each.call() + (named ? ", \"" + each.provider() + "\"" : "") + ");")
                .toArray(String[]::new);
    }
}

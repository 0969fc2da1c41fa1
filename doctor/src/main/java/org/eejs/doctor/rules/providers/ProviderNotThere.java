package org.eejs.doctor.rules.providers;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.eejs.banking.KnownProvider;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Basis;
import org.eejs.result.Diagnosis.Cure;

/** A provider in java.security is not on the class path. The JVM ignores it silently. */
public final class ProviderNotThere extends FrameRule {
    private static final String LISTED = "security.provider.";
    /** The longest list that is examined. */
    private static final int MOST = 50;
    /**
     * Providers of the JDK that are created only after all earlier ones were asked. SUN, SunRsaSign and SunEC are not
     * among them because they check the signatures of jars.
     */
    private static final Map<String, String> CLASSES = Map.of("SunJCE", "com.sun.crypto.provider.SunJCE", "SunJSSE",
            "sun.security.ssl.SunJSSE", "XMLDSig", "org.jcp.xml.dsig.internal.dom.XMLDSigRI", "SunSASL",
            "com.sun.security.sasl.Provider", "SunJGSS", "sun.security.jgss.SunProvider", "SunPKCS11",
            "sun.security.pkcs11.SunPKCS11", "SunPCSC", "sun.security.smartcardio.SunPCSC");

    /** Providers that are found by name, as a service of their jar. */
    private static final Map<String, String> OF_JARS = ofJars();

    /** Creates the rule. */
    public ProviderNotThere() {
        super("provider-not-there", "The JVM did not find a configured security provider",
                "ACCP#226, docs/providers.md, docs/jsse.md");
    }

    private static Map<String, String> ofJars() {
        Map<String, String> classes = new HashMap<>(Map.of("BCFIPS",
                "org.bouncycastle.jcajce.provider.BouncyCastleFipsProvider", "BCJSSE",
                "org.bouncycastle.jsse.provider.BouncyCastleJsseProvider", "BCPQC",
                "org.bouncycastle.pqc.jcajce.provider.BouncyCastlePQCProvider", "EEJS", "org.eejs.jsse.EejsProvider"));
        Arrays.stream(KnownProvider.values()).filter(each -> each.folder() != null)
                .forEach(each -> classes.put(each.jcaName(), each.entry()));
        return classes;
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
    public boolean applies(JvmEvidence evidence) {
        return !missing(evidence).isEmpty();
    }

    /**
     * Returns providers of jars that were not created although a later one was; providers are created on demand. Names
     * with unknown classes are skipped.
     */
    private static List<String> missing(JvmEvidence evidence) {
        List<String> listed = IntStream.rangeClosed(1, MOST).mapToObj(n -> evidence.settings().security()
                .getOrDefault(LISTED + n, "").split(" ")[0]).toList();
        int last = IntStream.range(0, MOST).filter(i -> isThere(evidence, listed.get(i))).max().orElse(-1);
        return listed.stream().limit(Math.max(0, last)).filter(named -> (named.contains(".")
                || OF_JARS.containsKey(named)) && !isThere(evidence, named)).toList();
    }

    private static boolean isThere(JvmEvidence evidence, String named) {
        return evidence.heap().containsKey(CLASSES.getOrDefault(named, OF_JARS.getOrDefault(named, named)));
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return missing(evidence).stream().map(type -> type + " is not on the heap, though a later provider is")
                .toList();
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        return Cures.of("Put the jar with " + String.join(" and ", missing(evidence)) + " on the class path of the JVM"
                + ". With java -jar, which ignores -cp, use -Xbootclasspath/a. Or remove its line from the list",
                "-Xbootclasspath/a:provider.jar");
    }
}

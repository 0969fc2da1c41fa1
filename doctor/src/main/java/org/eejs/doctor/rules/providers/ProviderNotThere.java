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

/** A provider of java.security was not found on the class path, which the JVM passes over without a word. */
public final class ProviderNotThere extends FrameRule {
    private static final String LISTED = "security.provider.";
    /** The longest list that is looked at. */
    private static final int MOST = 50;
    /**
     * Providers of the JDK that are made only when those before them have been asked for. SUN, SunRsaSign and SunEC are
     * not among them: they check the signatures of jars.
     */
    private static final Map<String, String> CLASSES = Map.of("SunJCE", "com.sun.crypto.provider.SunJCE", "SunJSSE",
            "sun.security.ssl.SunJSSE", "XMLDSig", "org.jcp.xml.dsig.internal.dom.XMLDSigRI", "SunSASL",
            "com.sun.security.sasl.Provider", "SunJGSS", "sun.security.jgss.SunProvider", "SunPKCS11",
            "sun.security.pkcs11.SunPKCS11", "SunPCSC", "sun.security.smartcardio.SunPCSC");

    /** Providers that are found by a name without their class, as a service of their jar. */
    private static final Map<String, String> OF_JARS = ofJars();

    /** The rule. */
    public ProviderNotThere() {
        super("provider-not-there", "A security provider is configured that the JVM has not found",
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
     * Returns those of other jars that were not made though a later one was; nothing is made before it is needed. Of a
     * name whose class is not known nothing can be said.
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
        return Cures.of("Put the jar that has " + String.join(" and ", missing(evidence)) + " where the JVM itself "
                + "looks "
                + "for it, on the class path that it is started with; with java -jar, which passes over -cp, by "
                + "-Xbootclasspath/a; or take its line out of the list",
                "-Xbootclasspath/a:provider.jar");
    }
}

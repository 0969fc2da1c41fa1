package org.eejs.doctor.rules.suites;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.JvmSettings;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.result.Diagnosis.Cure;
import org.eejs.terminal.ShellWord;

/** A client guesses the server's key exchange group. If it is wrong, the handshake starts again. */
public final class HelloRetry extends FrameRule {
    private static final String GROUPS = "jdk.tls.namedGroups";
    /** The default groups of JDKs before 13, and since. */
    private static final String FIRST = "secp256r1,secp384r1,secp521r1";
    private static final String SINCE = "x25519," + FIRST + ",x448";
    private static final String FINITE = ",ffdhe2048,ffdhe3072,ffdhe4096,ffdhe6144,ffdhe8192";
    private static final int CURVES = 13;
    private static final FramePattern ASKED_AGAIN = new FramePattern("sun.security.ssl.ServerHello$*Consumer",
            "sun.security.ssl.KeyShareExtension$HRRKeyShareConsumer");
    /** The frames that create a key of a group. */
    private static final Map<String, FramePattern> MADE_BY = Map.of(
            "secp256r1", new FramePattern("sun.security.util.math.intpoly.*P256"),
            "secp384r1", new FramePattern("sun.security.util.math.intpoly.*P384"),
            "secp521r1", new FramePattern("sun.security.util.math.intpoly.*P521"),
            "x25519", new FramePattern("sun.security.util.math.intpoly.*25519"),
            "x448", new FramePattern("sun.security.util.math.intpoly.*448"),
            "ffdhe2048", new FramePattern("com.sun.crypto.provider.DH"));
    private static final String USUAL = "secp384r1";

    /** Creates the rule. */
    public HelloRetry() {
        super("hello-retry", "Handshakes start twice because the server rejects the client’s first key",
                "tcnative#567, tutanota#11405", 0.9,
                "sun.security.ssl.ServerHello$T13HelloRetryRequest", "sun.security.ssl.ServerHello$HelloRetryRequest",
                "sun.security.ssl.KeyShareExtension$HRRKeyShare");
    }

    @Override
    public int claims(Stack stack) {
        return stack.has(TlsFrames.ANY) ? super.claims(stack) : -1;
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return List.of("each takes one more round trip, which costs no CPU", GROUPS + " is " + evidence.settings()
                .property(GROUPS).orElse("not set"));
    }

    @Override
    public String lowers() {
        return "x25519 and P-256 have 128 bits of strength, P-384 192 and P-521 256";
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        if (evidence.share(stack -> claims(stack) >= 0 && !stack.has(ASKED_AGAIN)) > 0
                && evidence.share(stack -> claims(stack) >= 0 && stack.has(ASKED_AGAIN)) == 0) {
            return Cures.of("Let this server accept a group for which clients send keys at once, such as these",
                    ShellWord.of("-D" + GROUPS + "=" + first(evidence, List.of("x25519", "secp256r1"))));
        }
        return Cures.of("Let the server accept x25519 or secp256r1, for which clients send keys. Or let the client "
                + "send a key of the server’s group by this line. It saves the round trip, but no CPU. Servers with "
                + "neither this group nor the first one of the other kind still ask again",
                ShellWord.of("-D" + GROUPS + "=" + first(evidence, List.of(taken(evidence)))));
    }

    /** Returns the group whose key is created after the server named it. */
    private String taken(JvmEvidence evidence) {
        return MADE_BY.keySet().stream().max(Comparator.comparingDouble(group -> evidence.share(stack ->
                claims(stack) >= 0 && stack.has(MADE_BY.get(group))) + (group.equals(USUAL) ? Double.MIN_VALUE : 0)))
                .orElse(USUAL);
    }

    /** Returns the groups of this JVM with the given ones in front, but behind the one that stays first. */
    private static String first(JvmEvidence evidence, List<String> groups) {
        int feature = evidence.settings().feature();
        String all = evidence.settings().property(GROUPS).orElse((evidence.settings().prefersHybrid()
                ? JvmSettings.HYBRID + "," : "") + (feature > 0 && feature < CURVES ? FIRST : SINCE) + FINITE);
        List<String> now = Arrays.stream(all.replace("\"", "").split(",")).map(String::strip).toList();
        return Stream.of(now.stream().filter(JvmSettings.HYBRID::equals), groups.stream(), now.stream())
                .flatMap(each -> each)
                .distinct().collect(Collectors.joining(","));
    }
}

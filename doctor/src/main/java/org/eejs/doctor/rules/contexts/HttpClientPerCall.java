package org.eejs.doctor.rules.contexts;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eejs.doctor.evidence.Events.Handshake;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.Lowers;
import org.eejs.doctor.rules.RecordedHandshakes;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.result.Diagnosis.Cure;

/** A client of java.net.http is made for each call, with threads and connections of its own. */
public final class HttpClientPerCall extends FrameRule {
    /** Of a client's threads; it is the number of the client, counted from the start of the JVM. */
    private static final Pattern THREAD = Pattern.compile("HttpClient-(\\d+)-(SelectorManager|Worker-\\d+)");
    private static final FramePattern MAKING = new FramePattern("jdk.internal.net.http.HttpClientImpl.<init>",
            "jdk.internal.net.http.HttpClientImpl.create", "jdk.internal.net.http.HttpClientBuilderImpl.");
    private static final FramePattern OF_CLIENTS = new FramePattern("jdk.internal.net.http.");
    private static final double OFTEN = 1;
    /** So many clients of few servers are not kept by anybody. */
    private static final long MANY = 20;
    private static final int CLOSEABLE = 21;

    /** The rule. */
    public HttpClientPerCall() {
        super("http-client-per-call", "An HttpClient is made for each call",
                "modelcontextprotocol/java-sdk#620 (JDK-8308364), openfga/java-sdk#46, "
                        + "micronaut-core#12651",
                "jdk.internal.net.http.HttpClientImpl.", "jdk.internal.net.http.HttpClientBuilderImpl.",
                "jdk.internal.net.http.common.SSLFlowDelegate", "jdk.internal.net.http.AbstractAsyncSSLConnection.");
    }

    /** Threads that live for a call use less CPU than lies between two samples, so few of them are sampled. */
    @Override
    public boolean isFault() {
        return true;
    }

    @Override
    public boolean applies(JvmEvidence evidence) {
        // A few clients that were kept are met again and again: by several handshakes each, if at all.
        RecordedHandshakes shaken = shaken(evidence);
        return perSecond(evidence) >= OFTEN && clients(evidence) > shaken.count() / 2
                && (evidence.share(MAKING) > 0 || numbered(evidence) >= MANY && shaken.isRepeated());
    }

    private static double perSecond(JvmEvidence evidence) {
        return evidence.seconds() <= 0 ? 0 : clients(evidence) / evidence.seconds();
    }

    private static RecordedHandshakes shaken(JvmEvidence evidence) {
        return RecordedHandshakes.of(evidence, HttpClientPerCall::isOfClient);
    }

    private static boolean isOfClient(Handshake handshake) {
        return isNumbered(handshake) || handshake.stack().has(OF_CLIENTS);
    }

    private static boolean isNumbered(Handshake handshake) {
        return THREAD.matcher(handshake.stack().thread()).matches();
    }

    /**
     * Returns how many clients shook hands: in threads of executors, which have no numbers, each is taken for another.
     */
    private static long clients(JvmEvidence evidence) {
        return numbered(evidence) + evidence.events().handshakes(each -> isOfClient(each) && !isNumbered(each));
    }

    private static long numbered(JvmEvidence evidence) {
        return evidence.events().handshakes().stream().map(each -> THREAD.matcher(each.stack().thread()))
                .filter(Matcher::matches).map(each -> each.group(1)).distinct().count();
    }

    @Override
    public int claims(Stack stack) {
        // The handshakes of connections that nobody uses again, and the making of the client itself.
        return stack.has(TlsFrames.HANDSHAKE) || !stack.has(TlsFrames.ANY) && stack.has(MAKING)
                ? super.claims(stack)
                : -1;
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return List.of("%.1f clients a second connected, of which each was another".formatted(perSecond(evidence)),
                "their threads are too short-lived for samples: they cost more than this share");
    }

    @Override
    public String lowers() {
        return Lowers.CHECKS;
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        String words = "Make one HttpClient and keep it" + (evidence.settings().feature() < CLOSEABLE ? ""
                : "; where one is needed for a while only, close() it");
        return Cures.of(words, "private static final HttpClient CLIENT = HttpClient.newHttpClient();");
    }
}

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

/** The service creates a client of java.net.http for each call, with its own threads and connections. */
public final class HttpClientPerCall extends FrameRule {
    /** The name of a client's thread. It contains the number of the client, counted from the start of the JVM. */
    private static final Pattern THREAD = Pattern.compile("HttpClient-(\\d+)-(SelectorManager|Worker-\\d+)");
    private static final FramePattern MAKING = new FramePattern("jdk.internal.net.http.HttpClientImpl.<init>",
            "jdk.internal.net.http.HttpClientImpl.create", "jdk.internal.net.http.HttpClientBuilderImpl.");
    private static final FramePattern OF_CLIENTS = new FramePattern("jdk.internal.net.http.");
    private static final double OFTEN = 1;
    /** From this number of clients on, with few servers, the clients are certainly not reused. */
    private static final long MANY = 20;
    private static final int CLOSEABLE = 21;

    /** Creates the rule. */
    public HttpClientPerCall() {
        super("http-client-per-call", "The service creates an HttpClient for each call",
                "modelcontextprotocol/java-sdk#620 (JDK-8308364), openfga/java-sdk#46, "
                        + "micronaut-core#12651",
                "jdk.internal.net.http.HttpClientImpl.", "jdk.internal.net.http.HttpClientBuilderImpl.",
                "jdk.internal.net.http.common.SSLFlowDelegate", "jdk.internal.net.http.AbstractAsyncSSLConnection.");
    }

    /** Returns true: threads that live for one call end between two samples, so few of them are sampled. */
    @Override
    public boolean isFault() {
        return true;
    }

    @Override
    public boolean applies(JvmEvidence evidence) {
        // Reused clients appear with several handshakes each, or with none.
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
     * Returns the number of clients in handshakes. Threads of executors have no client number; each counts as a client.
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
        // Handshakes of connections that are never reused, and the creation of the client itself.
        return stack.has(TlsFrames.HANDSHAKE) || !stack.has(TlsFrames.ANY) && stack.has(MAKING)
                ? super.claims(stack)
                : -1;
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return List.of("%.1f new clients connected per second".formatted(perSecond(evidence)),
                "their threads are too short-lived for samples, so the true cost is higher than this share");
    }

    @Override
    public String lowers() {
        return Lowers.CHECKS;
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        String words = "Create one HttpClient and keep it" + (evidence.settings().feature() < CLOSEABLE ? ""
                : "; close() a client that you need only for a while");
        return Cures.of(words, "private static final HttpClient CLIENT = HttpClient.newHttpClient();");
    }
}

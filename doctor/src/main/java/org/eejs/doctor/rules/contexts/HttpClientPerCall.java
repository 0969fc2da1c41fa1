package org.eejs.doctor.rules.contexts;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.result.Diagnosis.Cure;

/** A client of java.net.http is made for each call, with threads and connections of its own. */
public final class HttpClientPerCall extends FrameRule {
    private static final Pattern SELECTOR = Pattern.compile("HttpClient-(\\d+)-SelectorManager");
    private static final int MANY = 20;

    /** The rule. */
    public HttpClientPerCall() {
        super("http-client-per-call", "An HttpClient is made for each call",
                "modelcontextprotocol/java-sdk#620 (JDK-8308364), openfga/java-sdk#46, "
                        + "micronaut-core#12651",
                "jdk.internal.net.http.HttpClientImpl.", "jdk.internal.net.http.HttpClientBuilderImpl.",
                "jdk.internal.net.http.common.SSLFlowDelegate", "jdk.internal.net.http.AbstractAsyncSSLConnection.");
    }

    @Override
    public boolean applies(Evidence evidence) {
        return highest(evidence) >= MANY;
    }

    /** The number of the latest client whose thread is there. */
    private static int highest(Evidence evidence) {
        return evidence.threads().stream().map(SELECTOR::matcher).filter(Matcher::matches)
                .mapToInt(each -> Integer.parseInt(each.group(1))).max().orElse(0);
    }

    @Override
    public int claims(Stack stack) {
        // The handshakes of connections that nobody uses again, and the making of the client itself.
        return stack.has(TlsFrames.HANDSHAKE) || !stack.has(TlsFrames.ANY) && stack.has(TlsFrames.MAKING)
        ? super.claims(stack)
        : -1;
    }

    @Override
    public List<String> seen(Evidence evidence) {
        return List.of("%d clients were made since the JVM began, by the numbers of their threads"
                .formatted(highest(evidence)));
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Make one HttpClient and keep it; " + claim.caller() + " makes one for each call",
                "private static final HttpClient CLIENT = HttpClient.newHttpClient();");
    }
}

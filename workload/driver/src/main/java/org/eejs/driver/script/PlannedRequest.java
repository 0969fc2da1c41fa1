package org.eejs.driver.script;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.eejs.driver.http.Response;
import org.eejs.driver.http.Response.Keep;
import org.eejs.driver.protocol.FailureReason;
import org.eejs.banking.service.PercentEncoding;
import org.eejs.banking.service.ServiceRequest;
import org.eejs.banking.service.ServiceRequest.Part;
import org.eejs.banking.service.ServiceRequest.Take;
import org.eejs.banking.service.ServiceScript.Origin;

/**
 * A request of a service's users with everything that follows from its description, computed once. A request without
 * values is copied as bytes, and of an answer only the part that its checks need is kept. Immutable.
 */
public final class PlannedRequest {
    /** Methods that may be repeated (RFC 9110, 9.2.2). */
    private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE");

    private final ServiceRequest request;
    private final ScriptPlan script;
    private final Hop first;
    private final Template target;
    private final List<PlannedHeader> headers;
    /** Request line and headers before the cookie, on the first hop; null if they contain values. */
    private final byte[] start;
    private final Template body;
    private final List<? extends AnswerCheck> checks;
    private final List<PlannedTake> takes;
    private final boolean checksStatus;
    private final boolean repeats;
    private final Keep keep;
    private final Double cachedFraction;
    private final String name;

    private record PlannedHeader(String name, Template value) {
        /** Returns whether it describes a body; a GET in place of a POST has none. */
        boolean isAboutBody() {
            return name.regionMatches(true, 0, "Content-", 0, "Content-".length());
        }
    }

    private record PlannedTake(Take take, Finder finder) {
        boolean isOfRedirect() {
            return take.part() == Part.HEADER && (take.from().regionMatches(true, 0, "Location", 0, 8)
                    || take.from().regionMatches(true, 0, "Set-Cookie", 0, 10));
        }

        /**
         * Returns the place of a value, for messages; without expressions, which contain recorded text if they were
         * recorded.
         */
        String where() {
            return take.part() == Part.REGEX ? " by its regular expression" : " at " + take.from().split(": ", 2)[0];
        }
    }

    /** The result of an answer: its failure, its redirection, or, with neither, success. */
    public record Verdict(Failing failing, Hop hop) {
        private static final Verdict RIGHT = new Verdict(null, null);
    }

    /** Plans a request of a service, which is repeated if the service may have closed its connection before. */
    PlannedRequest(ServiceRequest request, ScriptPlan script) {
        this(request, script,
                request.checks().stream().map(check -> new PlannedCheck(check, script.secrets())).toList(),
                needsBody(request) ? Keep.ALL : Keep.HEADERS, null,
                request.checks().stream().anyMatch(check -> check.part() == Part.STATUS),
                IDEMPOTENT.contains(request.method()), isForm(request) ? PercentEncoding::of
                        : request.binary() ? PlannedRequest::bytes : UnaryOperator.identity());
    }

    /**
     * Plans a request of the bank, which is sent once.
     *
     * @param keep the parts that the check reads
     * @param cachedFraction the probability that a user has the answer already and only asks whether it has changed;
     *     null if users keep none
     */
    PlannedRequest(ServiceRequest request, ScriptPlan script, AnswerCheck check, Keep keep, Double cachedFraction) {
        this(request, script, List.of(check), keep, cachedFraction, true, false, UnaryOperator.identity());
    }

    private PlannedRequest(ServiceRequest request, ScriptPlan script, List<? extends AnswerCheck> checks, Keep keep,
            Double cachedFraction, boolean checksStatus, boolean repeats, UnaryOperator<String> bodyEncoding) {
        this.request = request;
        this.script = script;
        this.checks = checks;
        this.keep = keep;
        this.cachedFraction = cachedFraction;
        this.checksStatus = checksStatus;
        this.repeats = repeats;
        first = Hop.first(request);
        target = new Template(encodedTarget(request.target()), PlannedRequest::encodedTarget);
        headers = request.headers().stream().map(header -> new PlannedHeader(header.name(),
                new Template(oneLine(header.value()), PlannedRequest::oneLine))).toList();
        boolean isConstant = target.isConstant() && headers.stream().allMatch(header -> header.value.isConstant());
        start = isConstant ? ByteBufUtil.getBytes(start(Unpooled.buffer(), first, Map.of())) : null;
        body = request.body() == null ? null : new Template(request.body(), bodyEncoding);
        takes = request.takes().stream().map(take -> new PlannedTake(take, Finder.of(take))).toList();
        name = request.method() + " " + script.secrets().shown(request.target().replaceFirst("\\?.*", ""));
    }

    private static boolean needsBody(ServiceRequest request) {
        return request.checks().stream().anyMatch(check -> Finder.needsBody(check.part()))
                || request.takes().stream().anyMatch(take -> Finder.needsBody(take.part()));
    }

    private static boolean isForm(ServiceRequest request) {
        return request.headers().stream().anyMatch(header -> header.name().equalsIgnoreCase("Content-Type")
                && header.value().toLowerCase(Locale.ROOT).startsWith("application/x-www-form-urlencoded"));
    }

    /** Returns a character for each byte. */
    private static String bytes(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    /** Returns the text with percent-encoding of characters that are not allowed in a request line. */
    static String encodedTarget(String text, Charset charset) {
        if (text.chars().allMatch(PlannedRequest::standsInTarget)) {
            return text;
        }
        StringBuilder encoded = new StringBuilder();
        for (byte each : text.getBytes(charset)) {
            encoded.append(standsInTarget(each) ? (char) each : String.format("%%%02X", each));
        }
        return encoded.toString();
    }

    private static String encodedTarget(String text) {
        return encodedTarget(text, StandardCharsets.UTF_8);
    }

    private static boolean standsInTarget(int character) {
        return character > ' ' && character < 0x7f && character != '#';
    }

    /** Returns the text in one line, so that a value from an answer does not end a header. */
    private static String oneLine(String text) {
        return text.indexOf('\r') < 0 && text.indexOf('\n') < 0 ? text : text.replaceAll("[\r\n]+", " ");
    }

    static Failing unknown(String name, String source) {
        return new Failing(FailureReason.VALUE_MISSING, "expected a value of ${" + name + "}, found nothing", source);
    }

    /** Returns method and path for messages. */
    public String name() {
        return name;
    }

    public String source() {
        return request.source();
    }

    /** Returns the parts of the answer to a hop that checks and values need. */
    public Keep keep(Hop hop) {
        return hop.method().equals("HEAD") ? Keep.HEADERS_ALONE : keep;
    }

    /** Returns whether it is sent again on a new connection if the server closed the one it was sent on unanswered. */
    public boolean repeats(Hop hop) {
        return repeats || IDEMPOTENT.contains(hop.method()) && hop.number() > 0;
    }

    /**
     * Returns the probability that a user has the answer and only asks whether it has changed; null if users keep none.
     */
    public Double cachedFraction() {
        return cachedFraction;
    }

    public Hop firstHop() {
        return first;
    }

    /** Returns the reason why it is impossible to send it with these values, or null. */
    public Failing failing(Map<String, String> values) {
        if (start != null && body == null) {
            return null;
        }
        String missing = target.missing(values);
        for (PlannedHeader each : headers) {
            missing = missing == null ? each.value.missing(values) : missing;
        }
        missing = missing == null && body != null ? body.missing(values) : missing;
        return missing == null ? null : unknown(missing, source());
    }

    /** Returns the target of a hop. */
    public String target(Hop hop, Map<String, String> values) {
        return hop.target() == null ? target.text(values) : hop.target();
    }

    /**
     * Writes it in HTTP/1.1.
     *
     * @param cookie null for none
     * @param tag of the answer that the user has; null for none
     */
    public void write(ByteBuf out, Hop hop, String cookie, String tag, boolean keepAlive, Map<String, String> values) {
        if (hop == first && start != null) {
            out.writeBytes(start);
        } else {
            start(out, hop, values);
        }
        if (cookie != null) {
            ByteBufUtil.writeAscii(out, "Cookie: " + cookie + "\r\n");
        }
        if (tag != null) {
            ByteBufUtil.writeAscii(out, "If-None-Match: " + tag + "\r\n");
        }
        if (!keepAlive) {
            ByteBufUtil.writeAscii(out, "Connection: close\r\n");
        }
        if (hop.hasBody()) {
            byte[] content = content(values);
            ByteBufUtil.writeAscii(out, "Content-Length: " + content.length + "\r\n\r\n");
            out.writeBytes(content);
        } else {
            ByteBufUtil.writeAscii(out, tellsLength(hop) ? "Content-Length: 0\r\n\r\n" : "\r\n");
        }
    }

    private ByteBuf start(ByteBuf out, Hop hop, Map<String, String> values) {
        ByteBufUtil.writeAscii(out, hop.method());
        out.writeByte(' ');
        ByteBufUtil.writeAscii(out, target(hop, values));
        out.writeBytes(script.hostHeader(hop.origin()));
        for (PlannedHeader each : headers) {
            if (goesWith(each, hop)) {
                ByteBufUtil.writeAscii(out, each.name);
                out.writeByte(':').writeByte(' ');
                each.value.write(out, values);
                ByteBufUtil.writeAscii(out, "\r\n");
            }
        }
        return out;
    }

    /** Returns the message for a stream of HTTP/2. */
    public FullHttpRequest message(Hop hop, String cookie, String tag, Map<String, String> values) {
        FullHttpRequest message = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.valueOf(hop.method()),
                target(hop, values), hop.hasBody() ? Unpooled.wrappedBuffer(content(values)) : Unpooled.EMPTY_BUFFER);
        headers.stream().filter(each -> goesWith(each, hop))
                .forEach(each -> message.headers().add(each.name, each.value.text(values)));
        Origin origin = script.origins().get(hop.origin());
        message.headers().set(HttpHeaderNames.HOST, ScriptPlan.authority(origin));
        if (cookie != null) {
            message.headers().set(HttpHeaderNames.COOKIE, cookie);
        }
        if (tag != null) {
            message.headers().set(HttpHeaderNames.IF_NONE_MATCH, tag);
        }
        if (hop.hasBody() || tellsLength(hop)) {
            message.headers().set(HttpHeaderNames.CONTENT_LENGTH, message.content().readableBytes());
        }
        return message;
    }

    /** Returns whether a request has a Content-Length (RFC 9110, 8.6). */
    private static boolean tellsLength(Hop hop) {
        return hop.method().equals("POST") || hop.method().equals("PUT") || hop.method().equals("PATCH");
    }

    private boolean goesWith(PlannedHeader header, Hop hop) {
        if (!hop.hasBody() && hop.number() > 0 && header.isAboutBody()) {
            return false;
        }
        // For another origin than the intended one.
        return hop.origin() == request.origin() || !header.name.equalsIgnoreCase("Authorization");
    }

    private byte[] content(Map<String, String> values) {
        return body == null ? request.bytes() : body.text(values)
                .getBytes(request.binary() ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
    }

    /**
     * Judges an answer, keeps its cookies, and takes values from one that is right.
     *
     * @param conditional whether the request only asked if the user's copy has changed
     * @param values receives the values
     */
    public Verdict judge(ScriptAnswer answer, Hop hop, boolean conditional, Map<String, String> values,
            CookieJar cookies) {
        try {
            if (answer.headers().contains(HttpHeaderNames.SET_COOKIE)) {
                cookies.keep(script.origins().get(hop.origin()), target(hop, values),
                        answer.headers().getAll(HttpHeaderNames.SET_COOKIE));
            }
            return conditional && answer.status() == Response.NOT_MODIFIED ? Verdict.RIGHT
                    : judge(answer, hop, values);
        } catch (Deadline.PassedException e) {
            return new Verdict(new Failing(FailureReason.TIME_OUT, "expected checks and values of " + name
                    + " to be found in time, but the search did not end", source()), null);
        } catch (RuntimeException | StackOverflowError e) {
            // From JSON paths and cookies that do not fit; the message may quote the answer.
            return new Verdict(new Failing(FailureReason.CHECK_FAILED,
                    "expected a readable answer, but reading it ended in " + e.getClass().getSimpleName(),
                    source()), null);
        }
    }

    private Verdict judge(ScriptAnswer answer, Hop hop, Map<String, String> values) {
        String location = request.follows() && Hop.redirects(answer.status())
                ? answer.headers().get(HttpHeaderNames.LOCATION) : null;
        if (location != null) {
            takeOnTheWay(answer, values);
            return hop.next(answer, target(hop, values), location, script, source());
        }
        if (!checksStatus && answer.status() >= 400) {
            return new Verdict(new Failing(FailureReason.WRONG_STATUS, "expected below 400, found " + answer.status(),
                    source()), null);
        }
        Failing failing;
        try {
            failing = check(answer, values);
        } catch (IOException e) {
            failing = new Failing(FailureReason.CHECK_FAILED, "expected a readable answer, but "
                    + e.getMessage(), source());
        }
        if (failing != null && hop.number() > 0) {
            failing = new Failing(failing.reason(), failing.sample() + "; this is the answer to which redirects led; "
                    + "with follow: false it is the first", failing.source());
        }
        return failing == null ? Verdict.RIGHT : new Verdict(failing, null);
    }

    /** Takes values from a redirection: codes and the like are only in its address and cookies. */
    private void takeOnTheWay(ScriptAnswer answer, Map<String, String> values) {
        for (PlannedTake each : takes) {
            String found = each.isOfRedirect() ? found(each, answer) : null;
            if (found != null) {
                values.put(each.take.variable(), found);
            }
        }
    }

    private static String found(PlannedTake take, ScriptAnswer answer) {
        try {
            return take.finder.in(answer);
        } catch (IOException e) {
            throw new IllegalStateException("a header needs no body", e);
        }
    }

    private Failing check(ScriptAnswer answer, Map<String, String> values) throws IOException {
        for (AnswerCheck each : checks) {
            Failing failing = each.failing(answer, values);
            if (failing != null) {
                return failing;
            }
        }
        if (takes.isEmpty()) {
            return null;
        }
        Map<String, String> taken = new HashMap<>();
        for (PlannedTake each : takes) {
            String found = each.finder.in(answer);
            if (found == null && each.isOfRedirect() && values.containsKey(each.take.variable())) {
                continue;
            }
            if (found == null) {
                return new Failing(FailureReason.VALUE_MISSING, "expected a value for ${" + each.take.variable()
                        + "}" + each.where() + ", found nothing", each.take.source());
            }
            taken.put(each.take.variable(), found);
        }
        values.putAll(taken);
        return null;
    }
}

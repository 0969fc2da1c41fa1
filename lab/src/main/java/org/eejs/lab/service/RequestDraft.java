package org.eejs.lab.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.banking.service.ServiceRequest;
import org.eejs.banking.service.ServiceRequest.Header;
import org.eejs.banking.service.ServiceRequest.Take;

/** A recorded request with its redirects, which becomes a request of drivers. Not thread-safe. */
final class RequestDraft {
    /**
     * Headers that the driver writes, that come from answers, or that apply to the recorded connection or cache only.
     */
    private static final Set<String> NOT_SENT = Set.of("host", "content-length", "content-type", "connection", "cookie",
            "keep-alive", "transfer-encoding", "upgrade", "te", "expect", "http2-settings", "if-none-match",
            "if-modified-since", "proxy-authorization", "proxy-connection");
    /** The start of the name of a value, and its literal form outside of names. */
    private static final String PLACE = "${";
    private static final String NO_PLACE = "${$}{";
    private static final int NOT_MODIFIED = 304;
    private static final int OK = 200;

    private final int origin;
    private final List<RecordedCall> hops = new ArrayList<>();
    private final List<Take> takes = new ArrayList<>();
    /** Whether a driver follows a redirect to it, so that no user thinks before it. */
    private final boolean continues;
    private int step;
    private boolean together;
    private String target;
    private String body;
    private List<Header> headers;

    RequestDraft(RecordedCall call, int origin, boolean continues) {
        this.origin = origin;
        this.continues = continues;
        hops.add(call);
        target = call.url().target().replace(PLACE, "$%7B");
        body = call.body().text() == null ? null : call.body().text().replace(PLACE, NO_PLACE);
        headers = Stream.concat(call.headers().stream().filter(RequestDraft::isSent).map(header ->
                new Header(header.name(), header.name().equalsIgnoreCase("Accept-Encoding") ? "gzip"
                        : header.value().replace(PLACE, NO_PLACE))), call.body().type().isEmpty() ? Stream.of()
                : Stream.of(new Header("Content-Type", call.body().type()))).toList();
    }

    private static boolean isSent(Header header) {
        String name = header.name().toLowerCase(Locale.ROOT);
        return !name.startsWith(":") && !NOT_SENT.contains(name) && !header.value().isBlank()
                && (!name.equals("accept-encoding") || header.value().contains("gzip"));
    }

    RecordedCall first() {
        return hops.get(0);
    }

    /** Returns the request whose answer a driver sees. */
    RecordedCall last() {
        return hops.get(hops.size() - 1);
    }

    /** Returns all but the last; a driver that follows redirects does not show their answers. */
    List<RecordedCall> passed() {
        return hops.subList(0, hops.size() - 1);
    }

    void follow(RecordedCall call) {
        hops.add(call);
    }

    boolean continues() {
        return continues;
    }

    int step() {
        return step;
    }

    boolean together() {
        return together;
    }

    void place(int itsStep, boolean isTogether) {
        step = itsStep;
        together = isTogether;
    }

    void take(Take take) {
        takes.add(take);
    }

    /** Inserts the replacements of values. */
    void replace(RecordedValues values) {
        target = CallValues.target(target, slot -> values.instead(this, slot));
        headers = CallValues.headers(headers, slot -> values.instead(this, slot));
        if (body != null) {
            body = CallValues.body(first().body().type(), body, slot -> values.instead(this, slot));
        }
    }

    /** Inserts the port of the started service instead of the recorded one. */
    void movePort(String site) {
        String plain = site.replaceFirst("\\d+$", "") + "${port}";
        String encoded = site.replace(":", "%3A").replace("/", "%2F");
        String moved = encoded.replaceFirst("\\d+$", "") + "${port}";
        target = target.replace(encoded, moved).replace(site, plain);
        body = body == null ? null : body.replace(encoded, moved).replace(site, plain);
        headers = headers.stream().map(header -> new Header(header.name(), header.value().replace(encoded, moved)
                .replace(site, plain))).toList();
    }

    /** Returns its method and path, with the names of values; results show it, so it has no recorded tokens. */
    String name() {
        String path = target.replaceFirst("[?;].*", "");
        String shown = Stream.of(path.split("/", -1)).map(each -> !each.contains(PLACE) && ChangingValue.isLong(each)
                ? "{value}" : each).collect(Collectors.joining("/"));
        return first().method() + " " + shown.replaceAll("\\$\\{(?:\\w+:)*(\\w+)}", "{$1}");
    }

    /** Returns the request that drivers send. */
    ServiceRequest request(String recording) {
        String source = recording + ", entry " + first().number();
        int status = last().status() == NOT_MODIFIED ? OK : last().status();
        return new ServiceRequest(origin, first().method(), target, headers, body, first().body().binary(), null,
                hops.size() > 1, List.of(new ServiceRequest.Check(ServiceRequest.Part.STATUS, null, "" + status,
                        source)), List.copyOf(takes), source);
    }
}

package org.eejs.lab.service;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.sstoehr.harreader.HarReaderMode;
import de.sstoehr.harreader.jackson.DefaultMapperFactory;
import de.sstoehr.harreader.model.HarContent;
import de.sstoehr.harreader.model.HarCookie;
import de.sstoehr.harreader.model.HarEntry;
import de.sstoehr.harreader.model.HarHeader;
import de.sstoehr.harreader.model.HarRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.banking.service.PercentEncoding;
import org.eejs.banking.service.ServiceRequest.Header;
import org.eejs.lab.service.RecordedCall.Kind;
import org.eejs.result.InputException;

/**
 * A recording of a browser, a HAR file (HTTP Archive 1.2), read entry by entry. Of answers it keeps only texts that may
 * contain values of later requests. Not thread-safe.
 */
final class RecordingFile {
    private static final long LARGEST = 200L << 20;
    /** The longest text, in characters; reading it takes six times as many bytes of the lab's heap. */
    private static final int LONGEST = 32 << 20;
    /** The limit of all answers' texts, in characters, so that they fit the lab's heap. */
    private static final long MOST_TEXT = 64L << 20;
    /** Types of answers that may contain values of later requests, among them texts that are only a token. */
    private static final Pattern SEARCHED =
            Pattern.compile("|text/(?!css|.*javascript).*|.*(html|json|xml|yaml|jwt|jose|urlencoded|unknown).*");
    private static final int SWITCHING_PROTOCOLS = 101;

    private final Path path;
    private final Map<String, Integer> leftOut = new TreeMap<>();
    private final List<RecordedCall> calls = new ArrayList<>();
    private final RecordedTimes times = new RecordedTimes();
    private int entries;
    private long text;

    private RecordingFile(Path path) {
        this.path = path;
    }

    /**
     * Reads a recording.
     *
     * @param notes receives the parts that are left out
     * @return the requests over HTTP, in their order
     * @throws InputException with the file, and the line if there is one
     */
    static List<RecordedCall> read(Path path, List<String> notes) {
        try {
            if (Files.size(path) > LARGEST) {
                throw new InputException("%s has %d MB, and at most %d MB are read; record less, or without contents"
                        .formatted(path, Files.size(path) >> 20, LARGEST >> 20));
            }
            RecordingFile file = new RecordingFile(path);
            file.readEntries();
            file.leftOut.forEach((what, count) -> notes.add("%s: left out %d %s".formatted(path.getFileName(), count,
                    what)));
            return file.inOrder(notes);
        } catch (JsonProcessingException e) {
            // Without the parser's message, which may show values.
            throw new InputException("%s, line %d: this is not a recording (HAR), or only a part of one: %s".formatted(
                    path, e.getLocation() == null ? 1 : e.getLocation().getLineNr(),
                    e instanceof JsonMappingException ? "an entry does not conform to HAR 1.2" : "its JSON is faulty"));
        } catch (IOException e) {
            throw new InputException("the recording " + path + (Files.exists(path) ? " is not readable: "
                    + e.getMessage() : " does not exist"));
        }
    }

    private List<RecordedCall> inOrder(List<String> notes) {
        List<Integer> unread = new ArrayList<>();
        List<Long> starts = times.starts(unread);
        if (!unread.isEmpty()) {
            notes.add(("%s: %d requests have no usable date, such as entry %d; each is sent after the entry "
                    + "before it, without think time").formatted(path.getFileName(), unread.size(),
                    calls.get(unread.get(0)).number()));
        }
        return IntStream.range(0, calls.size()).mapToObj(i -> calls.get(i).at(starts.get(i)))
                .sorted(Comparator.comparingLong(RecordedCall::startMillis)).toList();
    }

    private void readEntries() throws IOException {
        try {
            read();
        } catch (JsonProcessingException e) {
            if (e instanceof StreamConstraintsException || e.getCause() instanceof StreamConstraintsException) {
                throw new InputException(("%s, entry %d: a text has more than %d MB, or values are nested too deeply; "
                        + "record without contents").formatted(path, entries + 1, LONGEST >> 20));
            }
            throw e;
        } catch (OutOfMemoryError | StackOverflowError e) {
            throw new InputException(("%s, entry %d: this and the earlier entries do not fit the lab's memory; record "
                    + "less, or without contents").formatted(path, entries + 1));
        }
    }

    private void read() throws IOException {
        ObjectMapper har = new DefaultMapperFactory().instance(HarReaderMode.LAX);
        har.getFactory().setStreamReadConstraints(StreamReadConstraints.builder()
                .maxStringLength(LONGEST).build());
        boolean found = false;
        try (JsonParser json = har.getFactory().createParser(path.toFile())) {
            while (json.nextToken() != null) {
                String at = json.getParsingContext().pathAsPointer().toString();
                if (json.currentToken() == JsonToken.START_ARRAY && at.equals("/log/entries")) {
                    found = true;
                    while (json.nextToken() != JsonToken.END_ARRAY) {
                        JsonNode entry = har.readTree(json);
                        add(har.treeToValue(entry, HarEntry.class), entry.path("startedDateTime"));
                    }
                } else if (json.currentToken().isStructStart() && !at.isEmpty() && !at.equals("/log")) {
                    json.skipChildren();
                }
            }
        }
        if (!found) {
            throw new InputException(path + " is not a recording (HAR): it has no log.entries");
        }
    }

    private void add(HarEntry entry, JsonNode date) {
        entries++;
        if (entry == null) {
            return;
        }
        HarRequest request = entry.request();
        Optional<WebAddress> url = WebAddress.parse(url(request));
        String method = request.method() == null ? "GET" : request.method().toUpperCase(Locale.ROOT);
        int status = entry.response().status();
        String type = text(entry.additional().get("_resourceType"));
        String answerType = text(entry.response().content().mimeType()).toLowerCase(Locale.ROOT);
        String reason = url.isEmpty() || type.equals("websocket") || status == SWITCHING_PROTOCOLS
                ? "of web sockets, data: and others that are not requests over HTTP"
                : List.of("OPTIONS", "CONNECT", "TRACE").contains(method)
                ? "by OPTIONS, which browsers send before others"
                : type.equals("eventsource") || answerType.startsWith("text/event-stream")
                ? "of server-sent events, whose answers do not end"
                : status <= 0 ? "without an answer" : cached(entry) ? "that the browser had in its cache" : null;
        if (reason != null) {
            leftOut.merge(reason, 1, Integer::sum);
            return;
        }
        times.add(date);
        List<Header> headers = headers(request.headers(), "Cookie", request.cookies());
        List<Header> answered = headers(entry.response().headers(), "Set-Cookie", entry.response().cookies());
        if (header(answered, "Location").isEmpty() && !text(entry.response().redirectURL()).isEmpty()) {
            answered.add(new Header("Location", entry.response().redirectURL()));
        }
        String length = header(headers, "Content-Length");
        long sent = length.matches("\\d{1,18}") ? Long.parseLong(length)
                : request.bodySize() == null ? -1 : request.bodySize();
        calls.add(new RecordedCall(entries, text(entry.pageref()), 0,
                Math.max(0, entry.time() == null ? 0 : entry.time()), method, url.get(),
                kind(type, header(headers, "Sec-Fetch-Dest"), header(headers, "X-Requested-With"), method, answerType),
                headers, RecordedBody.of(request.postData(), header(headers, "Content-Type"), sent,
                        path.toAbsolutePath().getParent()), status, answered, answerType, answer(entry, answerType)));
    }

    /** Returns the URL; some recordings have the query separately. */
    private static String url(HarRequest request) {
        String url = text(request.url()).replaceFirst("#.*", "");
        return url.indexOf('?') >= 0 || request.queryString().isEmpty() ? url : request.queryString().stream()
                .filter(each -> each != null && each.name() != null).map(each -> PercentEncoding.of(each.name()) + "="
                        + PercentEncoding.of(text(each.value()))).collect(Collectors.joining("&", url + "?", ""));
    }

    private static String text(Object value) {
        return value == null ? "" : value.toString();
    }

    /** Returns the headers; some recordings have cookies separately. */
    private static List<Header> headers(List<HarHeader> headers, String ofCookies, List<HarCookie> cookies) {
        List<Header> all = headers.stream()
                .filter(header -> header != null && header.name() != null && header.value() != null)
                .map(header -> new Header(header.name(), header.value()))
                .collect(Collectors.toCollection(ArrayList::new));
        if (values(all, ofCookies).findAny().isEmpty()) {
            cookies.stream().filter(cookie -> cookie != null && cookie.name() != null)
                    .forEach(cookie -> all.add(new Header(ofCookies, cookie.name() + "=" + text(cookie.value()))));
        }
        return all;
    }

    private static Stream<String> values(List<Header> headers, String name) {
        return headers.stream().filter(header -> header.name().equalsIgnoreCase(name)).map(Header::value);
    }

    private static String header(List<Header> headers, String name) {
        return values(headers, name).findFirst().orElse("");
    }

    /** Returns the kind of a request as Chromium reports it, whose recordings contain all displayed requests. */
    private static boolean cached(HarEntry entry) {
        return entry.additional().get("_fromCache") != null || entry.response().status() == 200
                && Integer.valueOf(0).equals(entry.response().additional().get("_transferSize"));
    }

    private static Kind kind(String type, String destination, String requestedWith, String method, String answerType) {
        if (!type.isEmpty() || !destination.isEmpty()) {
            return type.equals("document") && !destination.contains("frame") || type.isEmpty()
                    && destination.equals("document") ? Kind.DOCUMENT
                    : List.of("xhr", "fetch", "other", "ping").contains(type) || type.isEmpty()
                    && destination.equals("empty") || !method.equals("GET") ? Kind.CALL : Kind.ASSET;
        }
        if (answerType.contains("html") && requestedWith.isEmpty()) {
            return Kind.DOCUMENT;
        }
        return method.equals("GET") && answerType.matches("(?i)(image|font|audio|video)/.*|text/css.*|.*javascript.*")
                ? Kind.ASSET : Kind.CALL;
    }

    private String answer(HarEntry entry, String type) {
        HarContent content = entry.response().content();
        if (!SEARCHED.matcher(type).matches() || type.startsWith("image/")) {
            return "";
        }
        Object file = content.additional().get("_file");
        byte[] bytes = file == null ? null : RecordedBody.read(path.toAbsolutePath().getParent(), file.toString());
        String answer = bytes == null ? text(content.text()) : new String(bytes, StandardCharsets.UTF_8);
        if (answer.isEmpty() && content.size() != null && content.size() > 0) {
            unsearched("they were not recorded");
        }
        if (text + answer.length() > MOST_TEXT) {
            unsearched("earlier ones fill the memory");
            return "";
        }
        text += answer.length();
        try {
            return bytes != null || !"base64".equalsIgnoreCase(content.encoding()) ? answer
                    : new String(RecordedBody.base64(answer), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            unsearched("they are marked as Base64, but are not");
            return "";
        }
    }

    private void unsearched(String why) {
        leftOut.merge("texts of answers, in which values are not searched: " + why, 1, Integer::sum);
    }
}

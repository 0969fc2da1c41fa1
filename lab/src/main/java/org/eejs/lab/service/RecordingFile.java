package org.eejs.lab.service;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.sstoehr.harreader.HarReaderMode;
import de.sstoehr.harreader.jackson.DefaultMapperFactory;
import de.sstoehr.harreader.model.HarEntry;
import de.sstoehr.harreader.model.HarHeader;
import de.sstoehr.harreader.model.HarPostData;
import de.sstoehr.harreader.model.HarPostDataParam;
import de.sstoehr.harreader.model.HarRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.lab.service.RecordedCall.Kind;
import org.eejs.result.InputException;
import org.eejs.service.PercentEncoding;
import org.eejs.service.ServiceRequest.Header;

/**
 * A recording of a browser, a HAR file (HTTP Archive 1.2), read entry by entry: of answers only texts are kept in which
 * values of later requests may stand. Not thread-safe.
 */
final class RecordingFile {
    private static final long LARGEST = 200L << 20;
    /** Of a text, in characters; reading it takes six times as many bytes of the lab's heap. */
    private static final int LONGEST = 32 << 20;
    /** Of answers' texts, in characters, so that they fit the lab's heap. */
    private static final long MOST_TEXT = 64L << 20;
    private static final String BOUNDARY = "----boundary-of-a-recorded-form";
    private static final int SWITCHING_PROTOCOLS = 101;

    private final Path path;
    private final Map<String, Integer> leftOut = new TreeMap<>();
    private final List<RecordedCall> calls = new ArrayList<>();
    private int entries;
    private long text;

    private RecordingFile(Path path) {
        this.path = path;
    }

    /**
     * Reads one.
     *
     * @param notes what is left out is added to these
     * @return what was sent over HTTP, in its order
     * @throws InputException with the file, and the line where there is one
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
            file.calls.sort(Comparator.comparingLong(RecordedCall::startMillis));
            return file.calls;
        } catch (JsonProcessingException e) {
            // Without what the parser says, which may show values.
            throw new InputException("%s, line %d: this is no recording (HAR), or only a part of one: %s".formatted(
                    path, e.getLocation() == null ? 1 : e.getLocation().getLineNr(),
                    e instanceof JsonMappingException ? "an entry is not as HAR 1.2 has it" : "its JSON is faulty"));
        } catch (IOException e) {
            throw new InputException("the recording " + path + (Files.exists(path) ? " cannot be read: "
                    + e.getMessage() : " does not exist"));
        }
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
            throw new InputException(("%s, entry %d: this and what comes before does not fit the lab's memory; record "
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
                        add(har.readValue(json, HarEntry.class));
                    }
                } else if (json.currentToken().isStructStart() && !at.isEmpty() && !at.equals("/log")) {
                    json.skipChildren();
                }
            }
        }
        if (!found) {
            throw new InputException(path + " is no recording (HAR): it has no log.entries");
        }
    }

    private void add(HarEntry entry) {
        entries++;
        if (entry == null) {
            return;
        }
        HarRequest request = entry.request();
        Optional<WebAddress> url = WebAddress.parse(text(request.url()));
        String method = request.method() == null ? "GET" : request.method().toUpperCase(Locale.ROOT);
        int status = entry.response().status();
        String type = text(entry.additional().get("_resourceType"));
        String answerType = text(entry.response().content().mimeType());
        String reason = url.isEmpty() || type.equals("websocket") || status == SWITCHING_PROTOCOLS
                ? "of web sockets, data: and others that are no requests over HTTP"
                : List.of("OPTIONS", "CONNECT", "TRACE").contains(method)
                ? "by OPTIONS, which browsers ask before others"
                : type.equals("eventsource") || answerType.startsWith("text/event-stream")
                ? "of server-sent events, whose answers do not end"
                : status <= 0 ? "without an answer" : cached(entry) ? "that the browser had in its cache" : null;
        if (reason != null) {
            leftOut.merge(reason, 1, Integer::sum);
            return;
        }
        long start = entry.startedDateTime() == null ? 0 : entry.startedDateTime().toInstant().toEpochMilli();
        List<Header> headers = headers(request.headers());
        List<Header> answered = headers(entry.response().headers());
        HarPostData data = request.postData();
        String body = body(data);
        calls.add(new RecordedCall(entries, text(entry.pageref()), start,
                start + Math.max(0, entry.time() == null ? 0 : entry.time()), method, url.get(),
                kind(type, header(headers, "Sec-Fetch-Dest"), header(headers, "X-Requested-With"), method, answerType),
                headers, body == null ? header(headers, "Content-Type")
                        : bodyType(data, header(headers, "Content-Type")), body,
                body == null && request.bodySize() != null && request.bodySize() > 0, status,
                values(answered, "Location").findFirst().orElse(text(entry.response().redirectURL())),
                values(answered, "Set-Cookie").collect(Collectors.joining("\n")), answerType.contains("json"),
                answer(entry, answerType)));
    }

    private static String text(Object value) {
        return value == null ? "" : value.toString();
    }

    private static List<Header> headers(List<HarHeader> headers) {
        return headers.stream().filter(header -> header != null && header.name() != null && header.value() != null)
                .map(header -> new Header(header.name(), header.value())).toList();
    }

    private static Stream<String> values(List<Header> headers, String name) {
        return headers.stream().filter(header -> header.name().equalsIgnoreCase(name)).map(Header::value);
    }

    private static String header(List<Header> headers, String name) {
        return values(headers, name).findFirst().orElse("");
    }

    /** As Chromium says it, whose recordings have what was shown, and not only what was sent. */
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
        String answer = text(entry.response().content().text());
        if (!type.matches("(?i).*(html|json|xml).*") || type.startsWith("image/")) {
            return "";
        }
        if (text + answer.length() > MOST_TEXT) {
            leftOut.merge("texts of answers, in which values are not searched: those before fill the memory", 1,
                    Integer::sum);
            return "";
        }
        text += answer.length();
        try {
            return !"base64".equals(entry.response().content().encoding()) ? answer
                    : new String(Base64.getMimeDecoder().decode(answer), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    /** What was sent; recordings have a text, or the fields of a form, or both. */
    private static String body(HarPostData data) {
        boolean multipart = text(data.mimeType()).startsWith("multipart/");
        if (data.text() != null && !data.text().isEmpty()) {
            return multipart && !data.text().contains("\r\n") ? data.text().replace("\n", "\r\n") : data.text();
        }
        List<HarPostDataParam> fields = data.params().stream().filter(Objects::nonNull).toList();
        if (multipart) {
            return fields.stream().map(RecordingFile::part).collect(Collectors.joining()) + "--" + BOUNDARY + "--\r\n";
        }
        return fields.isEmpty() ? null : fields.stream().map(field -> PercentEncoding.of(text(field.name())) + "="
                + PercentEncoding.of(text(field.value()))).collect(Collectors.joining("&"));
    }

    private static String part(HarPostDataParam field) {
        return "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + field.name() + "\""
                + (field.fileName() == null ? "" : "; filename=\"" + field.fileName() + "\"")
                + (field.contentType() == null ? "" : "\r\nContent-Type: " + field.contentType()) + "\r\n\r\n"
                + text(field.value()) + "\r\n";
    }

    private static String bodyType(HarPostData data, String header) {
        String type = text(data.mimeType()).isEmpty() || header.contains("boundary=") ? header : data.mimeType();
        return !type.startsWith("multipart/") || data.text() != null && !data.text().isEmpty() ? type
                : type.replaceFirst(";.*", "") + "; boundary=" + BOUNDARY;
    }
}

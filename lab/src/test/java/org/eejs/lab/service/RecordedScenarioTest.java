package org.eejs.lab.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.banking.service.ServiceRequest;
import org.eejs.banking.service.ServiceRequest.Header;
import org.eejs.banking.service.ServiceRequest.Part;
import org.eejs.banking.service.ServiceRequest.Take;
import org.eejs.banking.service.ServiceScript.Step;
import org.eejs.result.InputException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The steps that result from recordings. */
class RecordedScenarioTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SITE = "https://localhost:8443";
    private static final String HTML = "text/html";

    private final ObjectNode har = JSON.createObjectNode();
    private final ArrayNode entries = har.putObject("log").put("version", "1.2").putArray("entries");
    private long now = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
    @TempDir
    private Path folder;

    /** Returns an entry that begins 10 ms after the end of the one before, and takes 100 ms. */
    private ObjectNode entry(String method, String url, int status, String type, String answer) {
        now += 10;
        ObjectNode entry = entries.addObject().put("startedDateTime", Instant.ofEpochMilli(now).toString())
                .put("time", 99.7);
        now += 100;
        entry.putObject("request").put("method", method).put("url", url.startsWith("/") ? SITE + url : url)
                .putArray("headers");
        ObjectNode response = entry.putObject("response").put("status", status);
        response.putArray("headers");
        response.putObject("content").put("mimeType", type).put("text", answer);
        return entry;
    }

    private static ObjectNode header(ObjectNode entry, String name, String value) {
        ((ArrayNode) entry.at("/request/headers")).addObject().put("name", name).put("value", value);
        return entry;
    }

    private static void leads(ObjectNode entry, String location) {
        answers(entry, "location", location);
    }

    private static void answers(ObjectNode entry, String name, String value) {
        ((ArrayNode) entry.at("/response/headers")).addObject().put("name", name).put("value", value);
    }

    private static void sends(ObjectNode entry, String type, String body) {
        ((ObjectNode) entry.get("request")).putObject("postData").put("mimeType", type).put("text", body);
    }

    private ServiceDescription read(String url, String scenario) throws IOException {
        JSON.writeValue(folder.resolve("a.har").toFile(), har);
        return ServiceFile.read(Files.writeString(folder.resolve("shop.yaml"), url
                + "\nscenarios:\n  - har: a.har\n" + scenario), false, true);
    }

    private List<Step> steps(String scenario) throws IOException {
        return steps(read("url: " + SITE, scenario));
    }

    private static List<Step> steps(ServiceDescription service) {
        return service.script().scenarios().get(0).steps();
    }

    private static String outline(List<Step> steps) {
        return steps.stream().map(step -> targets(step.inOrder()) + " + " + targets(step.together()))
                .collect(Collectors.joining("\n"));
    }

    private static String targets(List<ServiceRequest> requests) {
        return requests.stream().map(each -> each.method() + " " + each.target()).collect(Collectors.joining(" "));
    }

    /** Returns what the take of a variable finds in another answer. */
    private static String found(List<Step> steps, String variable, String answer) {
        Take take = takes(steps).filter(each -> each.variable().equals(variable)).findFirst().orElseThrow();
        assertEquals(Part.REGEX, take.part());
        Matcher matcher = Pattern.compile(take.from()).matcher(answer);
        assertTrue(matcher.find(), take.from());
        return matcher.group(1);
    }

    private static Stream<Take> takes(List<Step> steps) {
        return steps.stream().flatMap(step -> Stream.concat(step.inOrder().stream(), step.together().stream()))
                .flatMap(request -> request.takes().stream());
    }

    @Test
    void stepsBeginWithDocumentsAndAfterPauses() throws IOException {
        entry("GET", "/", 200, HTML, "");
        entry("GET", "/a.css", 200, "text/css", "");
        entry("GET", "/api", 200, "application/json", "{}");
        entry("GET", "/b.png", 200, "image/png", "");
        now += 3_000;
        entry("GET", "/api?2", 200, "application/json", "{}");
        now += 500;
        entry("GET", "/next", 200, HTML, "");
        assertEquals("""
                GET / GET /api + GET /a.css GET /b.png
                GET /api?2 +\s
                GET /next +\s""", outline(steps("")));
        List<Step> steps = steps("");
        assertNull(steps.get(0).thinkMillis());
        assertEquals(3_011, steps.get(1).thinkMillis());
        assertEquals("GET /api", steps.get(1).name());
        assertEquals(2_000, steps("    think: 2s\n").get(2).thinkMillis());
        assertEquals("200", steps.get(0).inOrder().get(0).checks().get(0).expected());
        assertEquals("a.har, entry 3", steps.get(0).inOrder().get(1).source());
    }

    @Test
    void whatIsNoRequestOfTheUsersIsLeftOutAndTold() throws IOException {
        entry("GET", "/", 200, HTML, "");
        entry("GET", "wss://localhost:8443/ws", 101, "", "");
        entry("GET", "data:image/png;base64,AAAA", 200, "", "");
        entry("OPTIONS", "/api", 204, "", "");
        entry("GET", "/gone", 0, "", "");
        entry("GET", "https://tracker.example/x", 200, "", "");
        entry("GET", "https://ads.example/x", 200, "", "");
        entry("GET", "/skipped", 200, "text/plain", "");
        entry("GET", "/events", 200, "text/event-stream", "");
        entry("GET", "/events", 200, "", "").put("_resourceType", "eventsource");
        entries.addNull();
        ((ObjectNode) entry("GET", "/cached.css", 200, "text/css", "").get("response")).put("_transferSize", 0);
        ServiceDescription service = read("url: " + SITE, "    only: ['https://localhost:8443/']\n");
        assertEquals("GET / + ", outline(steps(service)));
        assertEquals(Set.of("a.har: left out 2 of web sockets, data: and others that are not requests over HTTP",
                "a.har: left out 2 of server-sent events, whose answers do not end",
                "a.har: left out 1 by OPTIONS, which browsers send before others",
                "a.har: left out 1 without an answer",
                "a.har: left out 1 that the browser had in its cache",
                "a.har: left out 2 requests to other hosts: https://ads.example, https://tracker.example",
                "a.har: left out 1 requests by 'only'"), Set.copyOf(service.notes()));
    }

    @Test
    void headersOfTheRecordedConnectionAreDropped() throws IOException {
        ObjectNode entry = entry("POST", "/", 200, HTML, "");
        Map.of(":authority", "localhost", "Host", "localhost", "cookie", "a=b", "Content-Length", "3", "Connection",
                "close", "If-None-Match", "\"1\"", "Accept-Encoding", "gzip, br", "X-A", "1", "Referer", "")
                .forEach((name, value) -> header(entry, name, value));
        ((ArrayNode) entry.at("/request/headers")).addNull();
        ((ArrayNode) entry.at("/response/headers")).addNull();
        sends(entry, "text/plain", "abc");
        assertEquals(Set.of(new Header("Accept-Encoding", "gzip"), new Header("X-A", "1"),
                new Header("Content-Type", "text/plain")), Set.copyOf(steps("").get(0).inOrder().get(0).headers()));
        header(entry("DELETE", "/1", 200, "", ""), "Content-Type", "application/json");
        assertEquals(List.of(new Header("Content-Type", "application/json")),
                steps("").get(0).inOrder().get(1).headers());
    }

    @Test
    void redirectsAreFollowed() throws IOException {
        leads(entry("POST", "/login", 302, "", ""), "/x/home#top");
        leads(entry("GET", "/x/home", 303, "", ""), "../a/./home2?a=1");
        entry("GET", "/a/home2?a=1", 200, HTML, "");
        leads(entry("GET", "/away", 302, "", ""), "https://other.example/");
        List<Step> steps = steps("");
        assertEquals("POST /login GET /away + ", outline(steps));
        assertTrue(steps.get(0).inOrder().get(0).follows());
        assertEquals("200", steps.get(0).inOrder().get(0).checks().get(0).expected());
        ServiceRequest away = steps.get(0).inOrder().get(1);
        assertFalse(away.follows());
        assertEquals("302", away.checks().get(0).expected());
    }

    @Test
    void hiddenFieldsAndActionsAreTakenFromThePage() throws IOException {
        String page = """
                <input name="other" value="x"><form action="/do?code=Abc12%s&amp;tab=Zz9%s">
                <input type="hidden"
                   name="csrf" value="tok+%sen/1="><input value="later-12%s" name="behind">""";
        entry("GET", "/form?client_id=client-123", 200, HTML, page.formatted(1, 2, 3, 4));
        sends(entry("POST", "/do?code=Abc121&tab=Zz92", 200, HTML, ""), "application/x-www-form-urlencoded",
                "csrf=tok%2B3en%2F1%3D&behind=later-124&user=alice&client_id=client-123&pin=");
        List<Step> steps = steps("    values: {user: 'a b ${user}'}\n");
        ServiceRequest login = steps.get(1).inOrder().get(0);
        assertEquals("/do?code=${url:code}&tab=Zz92", login.target());
        // The value of tab has only four characters, which could be anything.
        assertEquals("csrf=${csrf}&behind=${behind}&user=a%20b%20${user}&client_id=client-123&pin=",
                login.body());
        String other = page.formatted(5, 6, 7, 8).replace("\n   ", " ");
        assertEquals("tok+7en/1=", found(steps, "csrf", other));
        assertEquals("Abc125", found(steps, "code", other));
        assertEquals("later-128", found(steps, "behind", other));
        assertTrue(takes(steps).allMatch(Take::html));
    }

    @Test
    void escapedValuesAreTakenAsTheyAreWritten() throws IOException {
        entry("GET", "/", 200, HTML, "<input name=\"token\" value=\"a&amp;b&#43;1234\">");
        sends(entry("POST", "/", 200, HTML, "<a href=\"/3?state=q%2Br1234\">"), "application/x-www-form-urlencoded",
                "token=a%26b%2B1234");
        entry("GET", "/3?state=q%2Br1234", 200, HTML, "");
        List<Step> steps = steps("");
        assertEquals("token=${token}", steps.get(1).inOrder().get(0).body());
        assertEquals("c&amp;d", found(steps, "token", "<input name=\"token\" value=\"c&amp;d\">"));
        assertEquals("/3?state=${url:state}", steps.get(2).inOrder().get(0).target());
        assertEquals(List.of(false, true), takes(steps).map(Take::url).toList());
    }

    @Test
    void whatIsTakenEncodedIsSentAsEachPlaceHasIt() throws IOException {
        leads(entry("GET", "/login?state=1", 302, "", ""), "/cb?code=4%2F0A12345");
        entry("GET", "/cb?code=4%2F0A12345", 200, HTML, "");
        sends(entry("POST", "/token", 200, "", ""), "application/x-www-form-urlencoded", "code=4%2F0A12345");
        sends(entry("POST", "/json", 200, "", ""), "application/json", "{\"code\":\"4/0A12345\"}");
        List<Step> steps = steps("");
        List<ServiceRequest> requests = steps.get(0).inOrder();
        assertEquals("code=${code}", requests.get(2).body());
        assertEquals("{\"code\":\"${json:code}\"}", requests.get(3).body());
        assertEquals(List.of("Location: code\\=(\\S+)$"), takes(steps).filter(Take::url).map(Take::from).toList());
    }

    @Test
    void tokensOfCookiesThatScriptsSendAreTaken() throws IOException {
        ObjectNode login = entry("POST", "/login", 302, "", "");
        answers(login, "Set-Cookie", "sid=abc; Path=/\nXSRF-TOKEN=tok%3Aen-1; Path=/");
        leads(login, "/home");
        header(entry("GET", "/home", 200, HTML, ""), "Cookie", "sid=abc; XSRF-TOKEN=tok%3Aen-1; theme=dark");
        header(header(entry("POST", "/api", 200, "", ""), "X-XSRF-TOKEN", "tok:en-1"), "cookie", "sid=abc; _ga=1");
        ServiceDescription service = read("url: " + SITE, "");
        List<Step> steps = steps(service);
        assertEquals("POST /login GET /home POST /api + ", outline(steps));
        assertEquals(List.of(new Header("X-XSRF-TOKEN", "${X_XSRF_TOKEN}")), steps.get(0).inOrder().get(2).headers());
        Take take = steps.get(0).inOrder().get(0).takes().get(0);
        assertEquals("Set-Cookie: (?m)^XSRF\\-TOKEN=([^;\\n]+)", take.from());
        assertTrue(take.url());
        assertEquals(List.of("a.har: cookies _ga, theme are not sent: they existed before the recording, or scripts "
                + "set them; record in a new private window"), service.notes());
    }

    @Test
    void tokensAreTakenFromJson() throws IOException {
        sends(entry("POST", "/token", 200, "application/json", "{\"a\":[{\"access token\":\"eyJ0.eyJ1\"}],\"id\":1234567}"),
                "application/json", "{\"password\": \"geheim-1\", \"passengers\": \"2\", \"long\": \""
                        + "a".repeat(20_000) + "\"}");
        header(entry("GET", "/items/1234567", 200, "application/json", ""), "Authorization", "Bearer eyJ0.eyJ1");
        sends(entry("POST", "/items?token=a%2Bb", 201, "application/json", ""), "application/json",
                "{\"item\": \"1234567\", \"again\": 1234567, \"small\": -1.5e3}");
        ServiceDescription service = read("url: " + SITE, "");
        List<Step> steps = steps(service);
        assertEquals(Set.of("$.a[0]['access token']", "$.id"), takes(steps).map(Take::from).collect(Collectors.toSet()));
        assertEquals("/items/${url:id}", steps.get(0).inOrder().get(1).target());
        assertEquals(List.of(new Header("Authorization", "Bearer ${token}")), steps.get(0).inOrder().get(1).headers());
        assertEquals("{\"item\": \"${json:id}\", \"again\": ${json:id}, \"small\": -1.5e3}",
                steps.get(0).inOrder().get(2).body());
        assertTrue(service.script().secrets().containsAll(Set.of("geheim-1", "a+b", "a%2Bb")));
        assertFalse(service.script().secrets().contains("2"), "passengers");
    }

    @Test
    void valuesOfLocationsAreTakenAndSoAreThoseOfRedirects() throws IOException {
        leads(entry("POST", "/things", 201, "", ""), "/things/7654321?x");
        entry("GET", "/things/7654321", 200, "application/json", "");
        leads(entry("POST", "/login", 302, "", ""), "/cb?code=c0de-111&state=s");
        entry("GET", "/cb?code=c0de-111&state=s", 200, HTML, "");
        sends(entry("POST", "/token", 200, "application/json", ""), "application/x-www-form-urlencoded",
                "code=c0de-111&code_verifier=abcdefgh");
        ServiceDescription service = read("url: " + SITE, "");
        List<Step> steps = steps(service);
        assertEquals("POST /things GET /things/${url:id} POST /login GET /cb?code=${url:code}&state=s POST /token + ",
                outline(steps));
        assertEquals(List.of("Location: things\\/([^\\?]+)\\?", "Location: code\\=([^\\&]+)\\&"),
                takes(steps).map(Take::from).toList());
        assertFalse(steps.get(0).inOrder().get(2).follows());
        assertEquals("code=${code}&code_verifier=abcdefgh", steps.get(0).inOrder().get(4).body());
        assertTrue(service.notes().get(0).contains("PKCE"));
    }

    @Test
    void fingerprintedFilesAreFoundOnThePage() throws IOException {
        String page = "<link href=\"/s/base.css\"><script src=\"/s/app.%s.js\"></script><img src=\"/i.png?v=%s\">";
        entry("GET", "/", 200, HTML, page.formatted("3f9a8b2c", "1.20.3"));
        entry("GET", "/s/base.css", 200, "text/css", "");
        entry("GET", "/s/app.3f9a8b2c.js", 200, "text/javascript", "");
        entry("GET", "/i.png?v=1.20.3", 200, "image/png", "");
        List<Step> steps = steps("");
        assertEquals("GET / + GET /s/base.css GET /s/app.${url:hash}.js GET /i.png?v=${url:v}", outline(steps));
        assertEquals("77777777", found(steps, "hash", page.formatted("77777777", "2")));
        assertEquals("2", found(steps, "v", page.formatted("77777777", "2")));
    }

    @Test
    void formsOfSeveralPartsAreSent() throws IOException {
        entry("GET", "/", 200, HTML, "<input name=\"csrf\" value=\"abc-1234\">");
        ObjectNode posted = entry("POST", "/up", 200, HTML, "");
        ObjectNode data = ((ObjectNode) posted.get("request")).putObject("postData").put("mimeType",
                "multipart/form-data");
        ArrayNode params = data.putArray("params");
        params.addObject().put("name", "csrf").put("value", "abc-1234");
        params.addObject().put("name", "file").put("value", "abc-1234").put("fileName", "a.txt").put("contentType",
                "text/plain");
        sends(entry("POST", "/up", 200, HTML, ""), "multipart/form-data; boundary=X",
                "--X\nContent-Disposition: form-data; name=\"csrf\"\n\nabc-1234\n--X--\n");
        List<Step> steps = steps("");
        ServiceRequest made = steps.get(1).inOrder().get(0);
        String boundary = made.headers().get(0).value().replaceFirst(".*boundary=", "");
        assertEquals("--" + boundary + "\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n${csrf}\r\n--" + boundary
                + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\nContent-Type: text/plain"
                + "\r\n\r\nabc-1234\r\n--" + boundary + "--\r\n", made.body());
        assertEquals("--X\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n${csrf}\r\n--X--\r\n",
                steps.get(2).inOrder().get(0).body());
    }

    /** Content-Length is the number of bytes that were sent; the recorded body of browsers may differ. */
    @Test
    void bodiesAreSentAsTheyWereOrNamed() throws IOException {
        String part = "--X\r\nContent-Disposition: form-data; name=\"%s\"%s\r\n\r\n%s\r\n";
        byte[] bytes = (part.formatted("csrf", "", "abc-1234") + part.formatted("f", "; filename=\"a\"", "\u00ff${a}\u0080")
                + "--X--\r\n").getBytes(StandardCharsets.ISO_8859_1);
        entry("GET", "/", 200, HTML, "<input name=\"csrf\" value=\"abc-1234\">");
        ObjectNode base64 = post("/base64", "multipart/form-data; boundary=X",
                Base64.getEncoder().encodeToString(bytes), -1);
        ((ObjectNode) base64.at("/request/postData")).put("encoding", "base64");
        post("/latin", "multipart/form-data; boundary=X", new String(bytes, StandardCharsets.ISO_8859_1), bytes.length);
        post("/text", "text/plain; charset=windows-1252", "5 \u20ac", 3);
        post("/utf-8", "text/plain", "5 \u20ac \ufffd", 9);
        Files.write(folder.resolve("body.bin"), bytes);
        ((ObjectNode) post("/file", "multipart/form-data; boundary=X", null, -1).at("/request/postData"))
                .put("_file", "body.bin");
        List<ServiceRequest> requests = steps("    think: 1s\n").stream().flatMap(step -> step.inOrder().stream()).toList();
        String sent = new String(bytes, StandardCharsets.ISO_8859_1).replace("abc-1234", "${csrf}").replace("${a}",
                "${$}{a}");
        assertEquals(List.of(sent, sent, "5 \u0080", "5 \u20ac \ufffd", sent),
                requests.stream().skip(1).map(ServiceRequest::body).toList());
        assertEquals(List.of(true, true, true, false, true),
                requests.stream().skip(1).map(ServiceRequest::binary).toList());
        assertEquals(List.of(), read("url: " + SITE, "").notes());

        post("/gone", "multipart/form-data; boundary=X", null, 5_032_100);
        post("/gone", "multipart/form-data; boundary=X", "", 100);
        post("/not-base64", "text/plain", "%", 1).withObject("/request/postData").put("_encoding", "BASE64");
        post("/not-there", "text/plain", null, 1).withObject("/request/postData").put("_file", "../shop.yaml");
        post("/damaged", "text/plain", "a\ufffdb", -1);
        post("/short", "multipart/form-data; boundary=X", "--X--\r\n", 5_000);
        post("/no-contents", "multipart/form-data", null, -1).withObject("/request/postData").putArray("params")
                .addObject().put("name", "f").put("fileName", "a.png");
        post("/no-file", "multipart/form-data; boundary=X", "--X\r\n"
                + "Content-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n"
                + "Content-Type: image/png\r\n\r\n\r\n--X--\r\n", -1);
        ServiceDescription service = read("url: " + SITE, "");
        assertEquals(List.of("a.har: 4 requests had bodies that were not recorded, and are sent without, such as entry 7",
                "a.har: 4 requests had bodies with files or bytes missing from the recording, or with another length "
                + "than was sent; they are sent as recorded, such as entry 11"),
                service.notes());
        assertNull(steps(service).get(0).inOrder().stream().filter(each -> each.target().equals("/gone")).findFirst()
                .orElseThrow().body());
    }

    @Test
    void queriesAndCookiesMayBeSeparate() throws IOException {
        ObjectNode first = entry("GET", "/a", 200, HTML, "");
        first.withObject("/response").putArray("cookies").addObject().put("name", "XSRF").put("value", "t0ken-123");
        ObjectNode second = header(entry("GET", "/b", 200, HTML, ""), "X-XSRF", "t0ken-123");
        second.withObject("/request").putArray("queryString").addObject().put("name", "q").put("value", "a b&c");
        second.withObject("/request").putArray("cookies").addObject().put("name", "theme").put("value", "dark");
        ServiceDescription service = read("url: " + SITE, "");
        ServiceRequest request = steps(service).get(1).inOrder().get(0);
        assertEquals("/b?q=a%20b%26c", request.target());
        assertEquals("${X_XSRF}", request.headers().get(0).value());
        assertTrue(service.notes().get(0).contains("cookies theme"), service.notes()::toString);
    }

    private ObjectNode post(String path, String type, String text, int length) {
        ObjectNode entry = entry("POST", path, 200, "application/json", "{}");
        sends(entry, type, text);
        if (length >= 0) {
            header(entry, "Content-Length", "" + length);
        }
        return entry;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2026-11-20T10:00:00.100 | 2026-11-20T10:00:05.100 | 2026-11-20T10:00:09.100 | true
            2026-11-20 10:00:00,100 | 2026-11-20 10:00:05,100 | 2026-11-20 10:00:09,100 | true
            2026-11-20T10:00:00.100 | 2026-11-20T10:00:05.100+03:00 | 2026-11-20T10:00:09.100 | true
            2026-11-20T10:00:00.100+0100 | 2026-11-20T09:00:05.100Z | 2026-11-20T09:00:09.1 UTC | true
            1795725600100 | 1795725605100.4 | 1795725609.1 | true
            2026-11-20T10:00:00.1Z | 20/11/2026 10:00 | 2026-11-20T10:00:09.1Z | false
            2026-11-20T10:00:00.1Z | 1970-01-01T00:00:00Z | 2026-11-20T10:00:09.1Z | false
            2026-11-20T10:00:00.1Z | 2206-11-20T10:00:09.1Z | 2026-11-20T10:00:09.1Z | false
            2026-11-20T10:00:00.1Z | | 2026-11-20T10:00:09.1Z | false
            """)
    void datesAreReadOrTheirEntriesStayWhereTheyAre(String first, String second, String third, boolean good)
            throws IOException {
        for (String date : Arrays.asList(first, second, third)) {
            entry("GET", "/" + entries.size(), 200, HTML, "").put("startedDateTime", date).put("time", 100);
        }
        ServiceDescription service = read("url: " + SITE, "");
        List<Step> steps = steps(service);
        assertEquals("GET /0 + \nGET /1 + \nGET /2 + ", outline(steps));
        assertEquals(good ? List.of() : List.of("a.har: 1 requests have no usable date, such as entry 2; each is sent "
                + "after the entry before it, without think time"), service.notes());
        assertEquals(good ? 4_900 : 0, steps.get(1).thinkMillis());
        assertEquals(good ? 3_900 : 8_900, steps.get(2).thinkMillis());
    }

    @Test
    void valuesOfTextsAndHeadersAreTaken() throws IOException {
        entry("GET", "/token", 200, "text/plain; charset=utf-8", "Qm9yaW5n9x\n");
        entry("GET", "/pair", 200, "text/plain", "user=1\nkey: k-8812734 (new)\n");
        entry("GET", "/jwt", 200, "application/jwt", "eyJhbGci.eyJzdWIi.c2lnbmF0dXJl0");
        entry("GET", "/json", 200, "text/plain", "{\"id\": 7712345}");
        ObjectNode answer = entry("GET", "/a", 200, "application/json", "{}");
        answers(answer, "x-csrf-token", "q0m9yW5nVG9rZW4==");
        answers(answer, "X-Session", "sid=s-123456; v=2");
        answers(answer, "Last-Modified", "Wed, 21 Oct 2026 07:28:00 GMT");
        header(header(header(header(entry("POST", "/b?key=k-8812734&id=7712345", 200, "", ""), "X-CSRF-Token",
                "q0m9yW5nVG9rZW4=="), "X-Token", "Qm9yaW5n9x"), "Authorization", "Bearer eyJhbGci.eyJzdWIi.c2lnbmF0dXJl0"),
                "X-Sid", "s-123456");
        header(entry("PUT", "/a", 200, "", ""), "If-Unmodified-Since", "Wed, 21 Oct 2026 07:28:00 GMT");
        ServiceDescription service = read("url: " + SITE, "");
        List<ServiceRequest> requests = steps(service).stream().flatMap(step -> step.inOrder().stream()).toList();
        assertEquals("/b?key=${url:key}&id=${url:id}", requests.get(5).target());
        assertEquals(List.of("${X_CSRF_Token}", "${X_Token}", "Bearer ${token}", "${X_Sid}"),
                requests.get(5).headers().stream().map(Header::value).toList());
        assertEquals("${If_Unmodified_Since}", requests.get(6).headers().get(0).value());
        assertEquals(List.of("x-csrf-token", "X-Session: sid\\=([^\\;]+)\\;", "Last-Modified"), takes(steps(service))
                .filter(take -> take.part() == Part.HEADER).map(Take::from).toList());
        assertEquals("abc9", found(steps(service), "X_Token", "abc9\n"));
        assertEquals("k-1", found(steps(service), "key", "user=2\nkey: k-1 (new)\n"));
        assertEquals("a.b.c", found(steps(service), "token", "a.b.c"));
        assertEquals(List.of(), service.notes());
    }

    @Test
    void valuesAreReplacedInXmlInTextAndInPaths() throws IOException {
        ObjectNode login = entry("POST", "/login", 200, "text/xml", "<session id=\"s-7781234\">t0k3n-81x</session>");
        answers(login, "Set-Cookie", "key=\"c-123456\"; Path=/");
        sends(entry("POST", "/soap;jsessionid=s-7781234", 200, "text/xml", ""), "text/xml",
                "<a:Envelope xmlns:a=\"urn:a\"><Id kind=\"s-7781234\">t0k3n-81x</Id><Old>x &amp; t0k3n-81x</Old>"
                + "</a:Envelope>");
        sends(entry("POST", "/text", 200, "", ""), "text/plain;charset=UTF-8", "1|s-7781234|c-123456|");
        sends(entry("POST", "/beacon", 200, "", ""), "text/plain", "{\"id\": \"s-7781234\"}");
        List<ServiceRequest> requests = steps("").get(0).inOrder();
        assertEquals("/soap;jsessionid=${url:jsessionid}", requests.get(1).target());
        assertEquals("<a:Envelope xmlns:a=\"urn:a\"><Id kind=\"${jsessionid}\">${Id}</Id><Old>x &amp; t0k3n-81x</Old>"
                + "</a:Envelope>", requests.get(1).body());
        assertEquals("1|${jsessionid}|${id}|", requests.get(2).body());
        assertEquals("{\"id\": \"${json:jsessionid}\"}", requests.get(3).body());
    }

    /** Two resources have the same short stamp: each request depends on its own. */
    @Test
    void shortStampsAndNumbersAreTakenWhereTheirHeadersTellThem() throws IOException {
        ObjectNode made = entry("POST", "/api/v2/orders", 201, "application/json", "{}");
        answers(made, "Location", SITE + "/api/v2/orders/42");
        answers(entry("GET", "/api/v2/orders/42", 200, "application/json", ""), "ETag", "\"1\"");
        answers(entry("GET", "/stock", 200, "application/json", ""), "ETag", "\"1\"");
        header(entry("PUT", "/api/v2/orders/42", 200, "", ""), "If-Match", "\"1\"");
        header(entry("PUT", "/stock", 200, "", ""), "If-Match", "\"1\"");
        sends(entry("POST", "/api/v2/orders/42/pay?count=42", 200, "", ""), "application/json", "{\"orderId\": 42}");
        leads(entry("POST", "/login", 302, "", ""), "/home");
        entry("GET", "/home", 200, HTML, "");
        List<ServiceRequest> requests = steps("").stream().flatMap(step -> step.inOrder().stream()).toList();
        assertEquals("/api/v2/orders/${url:id}", requests.get(1).target());
        assertEquals("${If_Match}", requests.get(3).headers().get(0).value());
        assertEquals("If_Match", requests.get(1).takes().get(0).variable());
        assertEquals("${If_Match2}", requests.get(4).headers().get(0).value());
        assertEquals("If_Match2", requests.get(2).takes().get(0).variable());
        assertEquals("/api/v2/orders/${url:id}/pay?count=42", requests.get(5).target());
        assertEquals("{\"orderId\": ${json:id}}", requests.get(5).body());
        assertEquals(1, requests.get(0).takes().size());
    }

    /** A REST service names a new record in JSON. An equal number of another resource does not refer to it. */
    @Test
    void shortNumbersOfWhatARequestMadeAreTakenFromItsJson() throws IOException {
        entry("GET", "/orders?page=57", 200, "application/json", "[{\"id\": 57}]");
        entry("GET", "/products/57", 200, "application/json", "{\"id\": 57}");
        sends(entry("POST", "/orders?dry=no", 201, "application/json", "{\"data\": {\"count\": 57, \"orderId\": \"57\"}}"),
                "application/json", "{\"count\": 57}");
        entry("GET", "/orders/57", 200, "application/json", "{}");
        sends(entry("POST", "/payments?ref=57", 201, "application/json", "{\"id\": 9}"), "application/json",
                "{\"order_id\": 57, \"amount\": 57}");
        entry("GET", "/payments/9?product=57", 200, "application/json", "{}");
        List<ServiceRequest> requests = steps("").stream().flatMap(step -> step.inOrder().stream()).toList();
        assertEquals(List.of("/orders?page=57", "/products/57", "/orders?dry=no", "/orders/${url:id}", "/payments?ref=${url:id}",
                "/payments/${url:id2}?product=57"), requests.stream().map(ServiceRequest::target).toList());
        assertEquals("{\"order_id\": ${json:id}, \"amount\": 57}", requests.get(4).body());
        assertEquals("$.data.orderId", requests.get(2).takes().get(0).from());
        assertEquals("$.id", requests.get(4).takes().get(0).from());
    }

    @Test
    void headersThatMustBeUniqueAreMadeAndWhatElseLooksMadeIsNamed() throws IOException {
        String uuid = "3f2504e0-4f89-11d3-9a0c-0305e82c330%d";
        ObjectNode first = header(header(header(entry("POST", "/pay", 200, "", ""), "Idempotency-Key", uuid.formatted(1)),
                "traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"), "X-Device", uuid.formatted(2));
        sends(first, "application/json", "{\"key\": \"" + uuid.formatted(1) + "\", \"nonce\": \"a1b2c3d4\"}");
        header(entry("GET", "/pay/" + uuid.formatted(1) + "?key=" + uuid.formatted(1), 200, "", ""), "x-request-id",
                "req_1795725600100");
        ServiceDescription service = read("url: " + SITE, "");
        List<ServiceRequest> requests = steps(service).get(0).inOrder();
        assertEquals(List.of("${new:uuid:Idempotency_Key}", "00-${new:hex32:traceparent}-${new:hex16:traceparent_2}-01",
                uuid.formatted(2), "application/json"), requests.get(0).headers().stream().map(Header::value).toList());
        assertEquals("{\"key\": \"${json:new:uuid:Idempotency_Key}\", \"nonce\": \"a1b2c3d4\"}", requests.get(0).body());
        String made = "${url:new:uuid:Idempotency_Key}";
        assertEquals("/pay/" + made + "?key=" + made, requests.get(1).target());
        assertEquals("req_${new:digits13:x_request_id}", requests.get(1).headers().get(0).value());
        assertEquals(List.of("a.har: each user sends new values in Idempotency-Key, traceparent, x-request-id",
                "a.har: 2 values look generated, but no earlier answer has them; all users send them as recorded: "
                + "X-Device (entry 1), nonce (entry 1). If the service requires new ones, add values: "
                + "{NAME: '${new:uuid}'}"),
                service.notes());
        requests = steps("    values: {x-device: '${new:uuid}', nonce: '${new:hex8}'}\n").get(0).inOrder();
        assertEquals("${new:uuid}", requests.get(0).headers().get(2).value());
        assertTrue(requests.get(0).body().endsWith("\"nonce\": \"${json:new:hex8}\"}"), requests.get(0).body());
    }

    @Test
    void aBodyThatLooksLikeNamesOfValuesIsSentAsItIs() throws IOException {
        ObjectNode entry = entry("POST", "/?a=${b}", 200, HTML, "");
        sends(header(entry, "X-A", "${user}"), "text/plain", "a ${b}");
        ServiceRequest request = steps("").get(0).inOrder().get(0);
        assertEquals("a ${$}{b}", request.body());
        assertEquals("${$}{user}", request.headers().get(0).value());
        assertEquals("/?a=$%7Bb}", request.target());
    }

    @Test
    void theRecordedPortBecomesThatOfAStart() throws IOException {
        header(entry("GET", "/?to=https%3A%2F%2Flocalhost%3A8443%2Fcb", 200, HTML, ""), "Origin", SITE);
        ServiceRequest request = steps(read("""
                url: https://localhost:{port}
                start: {command: 'java -jar a.jar {port}'}""", "")).get(0).inOrder().get(0);
        assertEquals("/?to=https%3A%2F%2Flocalhost%3A${port}%2Fcb", request.target());
        assertEquals(List.of(new Header("Origin", "https://localhost:${port}")), request.headers());
    }

    @Test
    void faultsAreInALine() throws IOException {
        entry("GET", "https://other.example/?name=a", 200, HTML, "");
        assertEquals("shop.yaml, line 3, key 'scenarios[0].har': no request of the recording is kept; requests may go "
                + "to https://localhost:8443; it has https://other.example", fault(""));
        sends(entry("POST", "/", 200, HTML, ""), "application/x-www-form-urlencoded", "username=a");
        assertEquals("shop.yaml, line 4, key 'scenarios[0].values.usrname': the recording has no parameter 'usrname'; "
                + "did you mean username?", fault("    values: {usrname: '${user}'}\n"));
        assertEquals("shop.yaml, line 4, key 'scenarios[0].values.username': no value is called ${usr}; did you mean user?",
                fault("    values: {username: '${usr}'}\n"));
        assertEquals("shop.yaml, line 4, key 'scenarios[0].only[0]': '(' is not a regular expression: Unclosed group",
                fault("    only: ['(']\n"));
        assertEquals("shop.yaml, line 4, key 'scenarios[0].think': 'x' is not a duration; write a number and ms, s, min "
                + "or h, such as 10s", fault("    think: x\n"));
        Path file = Files.writeString(folder.resolve("shop.yaml"), "url: " + SITE + "\nscenarios:\n  - har: a.har\n");
        Files.writeString(folder.resolve("a.har"), "{\"log\": {\"pages\": [{\"a\": 1}],\n\"entries\": [\n{\"request\": }]}}");
        assertEquals("a.har, line 3: this is not a recording (HAR), or only a part of one: ", assertThrows(
                InputException.class, () -> ServiceFile.read(file, false, true)).getMessage().replace(folder + "/", "")
                .replaceFirst("one: .*", "one: "));
        assertRefused(file, "a.har, entry 2: a text has more than 32 MB, or values are nested too deeply; record "
                + "without contents", "{\"log\": {\"entries\": [{}, {\"response\": {\"content\": {\"text\": \"",
                150 << 20, "x", "\"}}}]}}");
        assertRefused(file, "a.har, entry 1: a text has more than 32 MB, or values are nested too deeply; record "
                + "without contents", "{\"log\": {\"entries\": [{\"_a\": ", 100_000, "[", "");
        Files.writeString(folder.resolve("a.har"), "{\"log\": {\"entries\": [geheim]}}");
        String faulty = assertThrows(InputException.class, () -> ServiceFile.read(file, false, true)).getMessage();
        assertFalse(faulty.contains("geheim"), faulty);
        Files.writeString(folder.resolve("a.har"), "{}");
        assertTrue(assertThrows(InputException.class, () -> ServiceFile.read(file, false, true)).getMessage()
                .endsWith("a.har is not a recording (HAR): it has no log.entries"));
        Files.delete(folder.resolve("a.har"));
        assertTrue(assertThrows(InputException.class, () -> ServiceFile.read(file, false, true)).getMessage()
                .endsWith("line 3, key 'scenarios[0].har': " + folder + "/a.har does not exist"));
    }

    private String fault(String scenario) {
        return assertThrows(InputException.class, () -> steps(scenario)).getMessage().replace(folder + "/", "");
    }

    /** Reads a recording of Chromium with Keycloak 26.3, without the contents of files. */
    private void assertRefused(Path service, String expected, String begin, int times, String part, String end)
            throws IOException {
        try (Writer har = Files.newBufferedWriter(folder.resolve("a.har"))) {
            har.write(begin);
            String many = part.repeat(1_000);
            for (int i = 0; i < times; i += many.length()) {
                har.write(many);
            }
            har.write(end);
        }
        assertEquals(expected, assertThrows(InputException.class, () -> ServiceFile.read(service, false, true))
                .getMessage().replace(folder + "/", ""));
    }

    @Test
    void namesOfStepsHaveNoTokens() throws IOException {
        entry("GET", "/reset/4f9c1e77ab20d3/now;jsessionid=1f2e?x=1", 200, HTML, "");
        assertEquals("GET /reset/{value}/now", steps(read("url: " + SITE, "")).get(0).name());
    }

    @Test
    void aLoginByOpenIdConnectIsRepeated() throws IOException {
        Path recording = Path.of("src/test/resources/org/eejs/lab/service/keycloak-login.har").toAbsolutePath();
        Files.writeString(folder.resolve("users.csv"), "name,password\nbob,other\n");
        List<Step> steps = steps(ServiceFile.read(Files.writeString(folder.resolve("shop.yaml"), """
                url: https://localhost:8443
                users: users.csv
                scenarios:
                  - har: %s
                    values: {username: "${name}", password: "${password}"}
                """.formatted(recording)), false, true));
        String openId = "/realms/eejs/protocol/openid-connect";
        assertEquals(List.of("GET " + openId + "/auth", "POST /realms/eejs/login-actions/authenticate",
                "GET " + openId + "/logout", "POST " + openId + "/logout/logout-confirm"),
                steps.stream().map(Step::name).toList());
        assertEquals(10, steps.get(0).together().size());
        List<ServiceRequest> login = steps.get(1).inOrder();
        assertEquals("/realms/eejs/login-actions/authenticate?session_code=${url:session_code}&execution="
                + "${url:execution}&client_id=shop&tab_id=${url:tab_id}&client_data=${url:client_data}",
                login.get(0).target());
        assertEquals("username=${name}&password=${password}&credentialId=", login.get(0).body());
        assertEquals("grant_type=authorization_code&client_id=shop&code=${code}"
                + "&redirect_uri=https%3A%2F%2Flocalhost%3A8443%2Frealms%2Feejs", login.get(2).body());
        assertTrue(login.get(3).headers().contains(new Header("authorization", "Bearer ${token}")));
        assertEquals("session_code=${session_code2}", steps.get(3).inOrder().get(0).body());
        assertEquals(List.of("session_code\\=([^\\&]+)\\&", "execution\\=([^\\&]+)\\&", "tab_id\\=([^\\&]+)\\&",
                "client_data\\=([^\\&]+)\\&", "Location: session_state\\=([^\\&]+)\\&", "Location: code\\=(\\S+)$",
                "$.access_token", "tab_id\\=([^\\&]+)\\&", "session_code\\\"\\s+value\\=\\\"([^\\\"]+)\\\""),
                takes(steps).map(Take::from).toList());
    }

    @Test
    void textsThatFillTheMemoryAreLeftOutAndTold() throws IOException {
        try (Writer writer = Files.newBufferedWriter(folder.resolve("a.har"))) {
            writer.write("{\"log\":{\"entries\":[");
            for (int i = 0; i < 66; i++) {
                writer.write((i == 0 ? "" : ",\n") + entry("GET", "/" + i, 200, HTML, "a".repeat(1 << 20)));
                entries.removeAll();
            }
            writer.write("]}}");
        }
        Path file = Files.writeString(folder.resolve("shop.yaml"), "url: " + SITE + "\nscenarios: [{har: a.har}]\n");
        assertEquals(List.of("a.har: left out 2 texts of answers, in which values are not searched: earlier ones fill "
                + "the memory"), ServiceFile.read(file, false, true).notes());
    }

    @Test
    @Tag("long")
    void aLargeRecordingIsReadInTheLabsHeap() throws IOException {
        try (Writer writer = Files.newBufferedWriter(folder.resolve("a.har"))) {
            writer.write("{\"log\":{\"entries\":[");
            for (int i = 0; i < 1_000; i++) {
                ObjectNode entry = entry("GET", "/items/" + (7_000_000 + i), 200, i % 2 == 0
                        ? HTML : "application/octet-stream", ("<p>word" + i + " \u2603</p>").repeat(3_500)
                        + "<a href=\"/items/" + (7_000_001 + i) + "\">");
                writer.write((i == 0 ? "" : ",\n") + entry);
                entries.removeAll();
            }
            writer.write("]}}");
        }
        assertTrue(Files.size(folder.resolve("a.har")) > 50_000_000);
        Path file = Files.writeString(folder.resolve("shop.yaml"), "url: " + SITE + "\nscenarios: [{har: a.har}]\n");
        List<Step> steps = steps(ServiceFile.read(file, false, true));
        assertEquals(1_000, steps.stream().mapToLong(step -> step.inOrder().size() + step.together().size()).sum());
        assertEquals(500, takes(steps).count());
    }
}

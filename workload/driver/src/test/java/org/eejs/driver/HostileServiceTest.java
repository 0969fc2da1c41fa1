package org.eejs.driver;

import static org.eejs.driver.HostileService.write;
import static org.eejs.driver.Scripts.check;
import static org.eejs.driver.Scripts.connections;
import static org.eejs.driver.Scripts.get;
import static org.eejs.driver.Scripts.origin;
import static org.eejs.driver.Scripts.request;
import static org.eejs.driver.Scripts.scenario;
import static org.eejs.driver.Scripts.step;
import static org.eejs.driver.Scripts.take;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.service.AnswerLimits;
import org.eejs.banking.service.Connections.Http;
import org.eejs.banking.service.Rehearsal;
import org.eejs.banking.service.ServiceRequest;
import org.eejs.banking.service.ServiceRequest.Check;
import org.eejs.banking.service.ServiceRequest.Part;
import org.eejs.banking.service.ServiceScript;
import org.eejs.driver.protocol.Tick;
import org.eejs.role.TestPki;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Hostile answers of a service; none of them may delay or end the driver's process. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(60)
class HostileServiceTest {
    private static final String SECRET = "a+b/\"<Geheim>&'1";
    private static final Base64.Encoder BASE64 = Base64.getEncoder();

    @TempDir
    private Path folder;

    private static ServiceScript script(HostileService service, Set<String> secrets, AnswerLimits limits,
            ServiceScript.Scenario... scenarios) {
        return new ServiceScript(List.of(origin("localhost", service.port())), connections(1, Http.HTTP_1_1),
                List.of(scenarios), null, List.of(), secrets, limits);
    }

    private static ServiceScript.Scenario asking(String path, Check... checks) {
        return scenario(path, 1, step("s", get(path, List.of(checks))));
    }

    private static List<Rehearsal.Failure> failures(ServiceScript script, String... options) throws Exception {
        try (LocalDriver driver = new LocalDriver(script, Stream.concat(Stream.of("--sessions", "1"),
                Stream.of(options)).toArray(String[]::new))) {
            return driver.rehearse();
        }
    }

    private static String base64(String text) {
        return BASE64.encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void echo(String path, OutputStream out) throws IOException {
        String echo = SECRET + " a&#43;b/&quot;&lt;Geheim&gt;&amp;&#39;1 a%2bb%2f%22%3cGeheim%3e%26%271 Geheim+1 "
                + "a+b/\\\"\\u003cGeheim " + base64(SECRET) + " " + base64("user:" + SECRET);
        switch (path) {
            case "/status" -> write(out, "HTTP/1.1 500 " + echo + "\r\nContent-Length: 0\r\n\r\n");
            case "/line" -> write(out, echo + "\r\n\r\n");
            case "/version" -> write(out, "HTTP/" + base64(SECRET) + " 200 OK\r\n\r\n");
            case "/chunk" -> write(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + echo + "\r\n");
            case "/coding" -> write(out, "Content-Encoding: " + base64(SECRET) + "\r\n", "a");
            case "/location" -> write(out, "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: https://"
                    + "geheim.example/" + base64(SECRET) + "\r\n\r\n");
            case "/scheme" -> write(out, "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: geheim:"
                    + base64(SECRET) + "\r\n\r\n");
            case "/cookie" -> write(out, "Set-Cookie: id=Geheim\r\nContent-Type: text/plain\r\n", "id Geheim");
            case "/token" -> write(out, "", "{\"token\": \"Geheim\"}");
            default -> write(out, "X-Echo: " + echo + "\r\n", "{\"echo\": \"" + base64(echo) + "\"} " + echo);
        }
    }

    private static final List<String> ECHOES = List.of("/status", "/line", "/version", "/chunk", "/coding",
            "/location", "/scheme", "/body");

    private static ServiceScript.Scenario[] echoes() {
        return ECHOES.stream().map(path -> asking(path, check(Part.REGEX, "nothing (\\d+)", null),
                check(Part.HEADER, "X-Echo", SECRET), check(Part.JSON, "$.echo", "a"))).toArray(ServiceScript.Scenario[]::new);
    }

    private static void assertNoEcho(String text) {
        for (String part : List.of("eheim", base64(SECRET).substring(0, 8), base64("user:" + SECRET).substring(10, 20),
                "a+b", "%2", "&lt;", "&#")) {
            assertFalse(text.contains(part), part + " is in " + text);
        }
    }

    @Test
    void answersThatEchoSecretsAreNotShownInAnySpelling() throws Exception {
        try (HostileService service = new HostileService(HostileServiceTest::echo); LocalDriver driver =
                new LocalDriver(script(service, Set.of(SECRET), AnswerLimits.USUAL, echoes()), "--sessions", "8",
                        "--phases", "0s,0s,60s,0s", "--think-time", "1ms")) {
            List<Rehearsal.Failure> failures = driver.rehearse();
            assertEquals(ECHOES, failures.stream().map(Rehearsal.Failure::scenario).toList());
            assertNoEcho(failures.toString());
            Tick load = driver.run(seen -> seen.pages().size() == ECHOES.size());
            assertNoEcho(load.toString());
        }
    }

    @Test
    void checksReportTheLengthOfTheTextThatTheyFound() throws Exception {
        try (HostileService service = new HostileService(HostileServiceTest::echo)) {
            assertEquals(List.of("header Content-Type: expected (not shown, because it has a secret), found 10 characters, "
                    + "which --show-response-text shows"), failures(script(service, Set.of("html"), AnswerLimits.USUAL,
                    asking("/token", check(Part.JSON, "$.token", "Geheim"), check(Part.HEADER, "Content-Length",
                            "19")), asking("/cookie", check(Part.HEADER, "Content-Type", "text/html")))).stream()
                    .map(Rehearsal.Failure::sample).toList());
        }
    }

    /** Tokens and cookies are the service's own secrets; without secrets, text is shown. */
    @Test
    void sessionsThatWereGivenSecretsShowNoText() throws Exception {
        Check wrong = check(Part.REGEX, "(Geheim)", "other");
        ServiceRequest takes = request("GET", "/token", List.of(), null, List.of(wrong),
                List.of(take("token", Part.JSON, "$.token")));
        try (HostileService service = new HostileService(HostileServiceTest::echo)) {
            assertEquals(List.of("found 6 characters, which --show-response-text shows",
                    "found 6 characters, which --show-response-text shows", "found Geheim"),
                    failures(script(service, Set.of(), AnswerLimits.USUAL, asking("/cookie", wrong),
                            scenario("takes", 1, step("s", takes)), asking("/token", wrong))).stream()
                            .map(failure -> failure.sample().replaceFirst(".*, (?=found)", "")).toList());
        }
    }

    @Test
    void textIsShownToThoseWhoAskForIt() throws Exception {
        try (HostileService service = new HostileService(HostileServiceTest::echo)) {
            List<Rehearsal.Failure> failures = failures(script(service, Set.of("Geheim"), AnswerLimits.USUAL,
                    asking("/token", check(Part.JSON, "$.token", "a")), asking("/location")),
                    "--show-response-text");
            assertEquals("JSON $.token: expected a, found Geheim", failures.get(0).sample());
            assertEquals("redirects to https://geheim.example:443, which is none of the service's origins; add "
                    + "the host to hosts, or give follow: false",
                    failures.get(1).sample());
        }
    }

    private static void endless(String path, OutputStream out) throws IOException {
        byte[] piece = new byte[32 * 1_024];
        switch (path) {
            case "/chunks" -> {
                write(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
                while (true) {
                    write(out, "8000\r\n");
                    out.write(piece);
                    write(out, "\r\n");
                }
            }
            case "/extensions" -> {
                write(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
                while (true) {
                    write(out, "1;" + "x".repeat(4_000) + "\r\na\r\n");
                }
            }
            case "/informational" -> {
                while (true) {
                    write(out, "HTTP/1.1 100 Continue\r\nX: " + "x".repeat(1_000) + "\r\n\r\n");
                }
            }
            case "/headers" -> {
                write(out, "HTTP/1.1 200 OK\r\n");
                while (true) {
                    write(out, "X: " + "x".repeat(1_000) + "\r\n");
                }
            }
            default -> {
                write(out, "HTTP/1.1 200 OK\r\n\r\n");
                while (true) {
                    out.write(piece);
                }
            }
        }
    }

    @Test
    void anAnswerWithoutEndFailsItsStepAtTheLimitAndItsConnectionIsClosed() throws Exception {
        List<String> paths = List.of("/until-closed", "/chunks", "/extensions", "/informational");
        try (HostileService service = new HostileService(HostileServiceTest::endless)) {
            List<Rehearsal.Failure> failures = failures(script(service, Set.of(), new AnswerLimits(1_000_000, 1_000),
                    paths.stream().map(path -> asking(path, check(Part.REGEX, "x", null)))
                            .toArray(ServiceScript.Scenario[]::new)));
            assertEquals(paths.stream().map(path -> new Rehearsal.Failure(path, "s", "answerTooLong", "expected at most "
                    + "1000000 bytes, found more; raise limits: {bodyBytes} if the answer is right", "line of " + path))
                    .toList(), failures);
            service.awaitCut(paths.size());
        }
    }

    private static void tooMuch(String path, OutputStream out) throws IOException {
        switch (path) {
            case "/204" -> write(out, "HTTP/1.1 204 No Content\r\nContent-Length: 3\r\n\r\n{}\n");
            case "/304" -> write(out, "HTTP/1.1 304 Not Modified\r\n\r\nbody");
            case "/head" -> write(out, "", "body");
            case "/short" -> write(out, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nbody");
            case "/chunks" -> write(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\nb");
            case "/twice" -> {
                write(out, "", "");
                write(out, "", "");
            }
            case "/long" -> {
                write(out, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort");
                throw new IOException("ends the connection");
            }
            case "/after-late" -> {
                write(out, "late");
                write(out, "", "ok");
            }
            case "/line-end" -> write(out, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok\r\n");
            default -> write(out, "", "ok");
        }
    }

    private static ServiceScript.Scenario andThen(String path, String next) {
        return scenario(path, 1, step("wrong", request(path.equals("/head") ? "HEAD" : "GET", path, List.of(), null,
                List.of(), List.of())), step("next", get(next)));
    }

    private static Rehearsal.Failure wrong(String path, String reason, String sample) {
        return new Rehearsal.Failure(path, "wrong", reason, "expected " + sample, "line of " + path);
    }

    @Test
    void theStepIsNamedWhoseAnswerHadTooManyBytesOrTooFew() throws Exception {
        try (HostileService service = new HostileService(HostileServiceTest::tooMuch)) {
            List<Rehearsal.Failure> failures = failures(script(service, Set.of(), AnswerLimits.USUAL,
                    andThen("/204", "/y"), andThen("/304", "/y"), andThen("/head", "/y"), andThen("/short", "/y"),
                    andThen("/chunks", "/y"), andThen("/long", "/y"), andThen("/late", "/after-late"),
                    andThen("/line-end", "/y")));
            assertEquals(List.of(
                    wrong("/204", "badHttp", "no body of an answer with status 204, found 3 bytes more"),
                    wrong("/304", "badHttp", "no body of an answer with status 304, found 4 bytes more"),
                    wrong("/head", "badHttp", "an answer to HEAD without a body, found 4 bytes more"),
                    wrong("/short", "badHttp", "the 2 bytes that Content-Length gives, found 2 bytes more"),
                    wrong("/chunks", "badHttp", "nothing after the end of the answer, found 1 bytes more"),
                    wrong("/long", "connectionLost", "the 10 bytes that Content-Length gives, found 5"),
                    wrong("/late", "badHttp", "the 2 bytes that Content-Length gives, found 4 bytes more")), failures);
        }
    }

    @Test
    void aSecondAnswerThatComesWhileTheUserThinksIsOfTheStepBefore() throws Exception {
        try (HostileService service = new HostileService(HostileServiceTest::tooMuch);
                LocalDriver driver = new LocalDriver(script(service, Set.of(), AnswerLimits.USUAL,
                        new ServiceScript.Scenario("s", 1, List.of(step("twice", get("/twice")),
                                new ServiceScript.Step("next", 60_000.0, List.of(get("/y")), List.of())))),
                        "--sessions", "1", "--phases", "0s,0s,60s,0s")) {
            Tick load = driver.run(seen -> seen.failed() > 0);
            assertEquals(Set.of("badHttp"), load.pages().get("s/twice").failures().keySet(), load.toString());
        }
    }

    /** The second request on a connection comes when the service has ended it. */
    @Test
    void requestsAreRepeatedThatAConnectionsEndHasCrossed() throws Exception {
        Set<OutputStream> answered = ConcurrentHashMap.newKeySet();
        HostileService.Answers once = (path, out) -> {
            if (!answered.add(out)) {
                throw new IOException("ends the connection");
            }
            write(out, "", "ok");
        };
        ServiceRequest post = request("POST", "/post", List.of(), null, List.of(), List.of());
        try (HostileService service = new HostileService(once); LocalDriver driver = new LocalDriver(
                script(service, Set.of(), AnswerLimits.USUAL, scenario("s", 1, step("a", get("/a")),
                        step("b", get("/b")), step("c", post), step("d", get("/d")))),
                "--sessions", "1", "--phases", "0s,0s,60s,0s", "--think-time", "1ms")) {
            Rehearsal rehearsal = driver.rehearsal();
            assertEquals(List.of(), rehearsal.failures());
            assertEquals(List.of(new Rehearsal.Failure("s", "c", "connectionLost", "expected an answer to POST /post, "
                    + "but the server closed a connection that it had answered on; POST is not repeated",
                    "line of /post")), rehearsal.passed());
            Tick load = driver.run(seen -> seen.pages().containsKey("s/d"));
            assertTrue(load.repeatedRequests() >= load.pages().get("s/b").responseMicros().length, load.toString());
            assertTrue(load.repeatedRequests() > 0, load.toString());
            assertEquals(load.failed(), load.pages().get("s/c").failed(), load.toString());
        }
    }

    @Test
    void aServiceThatNeverAnswersOnAFreshConnectionIsNotAskedAgain() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        try (HostileService service = new HostileService((path, out) -> {
            requests.incrementAndGet();
            throw new IOException("ends the connection");
        })) {
            assertEquals("connectionLost", failures(script(service, Set.of(), AnswerLimits.USUAL, asking("/")))
                    .get(0).reason());
            assertEquals(1, requests.get());
        }
    }

    @Test
    void headersWithoutEndAreNoHttp() throws Exception {
        try (HostileService service = new HostileService(HostileServiceTest::endless)) {
            Rehearsal.Failure failure = failures(script(service, Set.of("a"), AnswerLimits.USUAL, asking("/headers")))
                    .get(0);
            assertEquals("badHttp", failure.reason());
            assertEquals("HTTP header is larger than 65536 bytes.", failure.sample());
            service.awaitCut(1);
        }
    }

    @Test
    void theLimitHoldsForStreamsOfHttp2() throws Exception {
        try (Nginx nginx = new Nginx(folder, TestPki.SHARED, TlsProfile.Certificate.ECDSA_P256, "TLSv1.3", "http2", "")) {
            List<Rehearsal.Failure> failures = failures(new ServiceScript(List.of(origin("localhost", nginx.port())),
                    connections(1, Http.HTTP_2), List.of(asking("/large"), asking("/page")), null, List.of(), Set.of(),
                    new AnswerLimits(Nginx.LARGE - 1, 1_000)));
            assertEquals(List.of("answerTooLong"), failures.stream().map(Rehearsal.Failure::reason).toList());
        }
    }

    @Test
    void compressedBodiesAreLimitedToo() throws Exception {
        try (HostileService service = new HostileService((path, out) -> {
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
                gzip.write(new byte[5_000_000]);
            }
            write(out, "Content-Encoding: gzip\r\n", packed.toString(StandardCharsets.ISO_8859_1));
        })) {
            assertEquals("expected a readable answer, but its body is longer than 4194304 bytes when it is "
                    + "decompressed; raise limits: {textBytes} if it must be read", failures(script(service, Set.of(),
                    AnswerLimits.USUAL, asking("/bomb", check(Part.REGEX, "x", null)))).get(0).sample());
        }
    }

    /** Many users whose answers would not fit the heap together. */
    @Test
    @Tag("long")
    void textsUnderWayDoNotFillTheHeap() throws Exception {
        String most = "x".repeat(2_000_000);
        try (HostileService service = new HostileService((path, out) -> {
            if (path.equals("/stall")) {
                write(out, "HTTP/1.1 200 OK\r\nContent-Length: 5000000\r\n\r\n" + most);
            } else {
                write(out, "", "");
            }
        }); DriverProcess driver = new DriverProcess(List.of("-Xmx64m"), script(service, Set.of(), AnswerLimits.USUAL,
                asking("/stall", check(Part.REGEX, "y", null)), asking("/other")), "--sessions", "40", "--phases",
                "0s,0s,60s,0s", "--think-time", "1ms", "--page-timeout", "3s")) {
            // On a busy machine the first pages of all users may time out.
            Predicate<Tick> othersAreServed = seen -> seen.pages().containsKey("/other/s")
                    && seen.pages().get("/other/s").responseMicros().length > 0;
            Tick load = driver.run(othersAreServed.and(seen -> seen.failed() >= 20));
            assertTrue(othersAreServed.test(load), load.pages().keySet().toString());
        }
    }

    @Test
    void nestedQuantifiersDoNotHoldTheEventLoop() throws Exception {
        String body = "a".repeat(60_000) + "!";
        List<String> regexes = List.of("(a+)+$", "^(a|aa)+$", "(.*)*b", "(a*)*(a*)*(a*)*b", "((a{0,900}){0,1}b)");
        Stream<ServiceScript.Scenario> checks = regexes.stream().map(regex -> asking("/", check(Part.REGEX, regex,
                null)));
        Stream<ServiceScript.Scenario> takes = regexes.stream().map(regex -> scenario("takes", 1, step("s",
                request("GET", "/", List.of(), null, List.of(), List.of(take("x", Part.HEADER, "X: " + regex))))));
        try (HostileService service = new HostileService((path, out) -> write(out, "X: " + body.substring(30_000)
                + "\r\n", body))) {
            assertEquals(2 * regexes.size(), failures(script(service, Set.of(), AnswerLimits.USUAL,
                    Stream.concat(checks, takes).toArray(ServiceScript.Scenario[]::new)), "--page-timeout", "4s")
                    .size());
        }
    }

    /** The first path would search for hours; the second would fill the heap. */
    @Test
    void jsonPathsEnd() throws Exception {
        String deep = "{\"a\":".repeat(900) + "1" + "}".repeat(900);
        try (HostileService service = new HostileService((path, out) -> write(out, "", deep))) {
            List<Rehearsal.Failure> failures = failures(script(service, Set.of(), AnswerLimits.USUAL,
                    asking("/long", check(Part.JSON, "$..a..a..a..a..a..b", "x")),
                    asking("/large", check(Part.JSON, "$..*..*..*", "x"))), "--page-timeout", "6s");
            assertEquals("timeOut", failures.get(0).reason());
            assertEquals("expected a readable answer, but a JSON path finds too much in it; make the path "
                    + "shorter or more exact", failures.get(1).sample());
        }
    }

    @Test
    void valuesThatAreTakenAreShort() throws Exception {
        try (HostileService service = new HostileService((path, out) -> write(out, "", "x".repeat(100_000)))) {
            assertEquals("expected a readable answer, but its value for ${x} is longer than 65536 characters",
                    failures(script(service, Set.of(), AnswerLimits.USUAL, scenario("s", 1, step("t", request("GET",
                            "/", List.of(), null, List.of(), List.of(take("x", Part.REGEX, "x+"))))))).get(0).sample());
        }
    }
}

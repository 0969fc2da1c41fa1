package org.eejs.driver;

import static org.eejs.driver.Scripts.check;
import static org.eejs.driver.Scripts.connections;
import static org.eejs.driver.Scripts.get;
import static org.eejs.driver.Scripts.origin;
import static org.eejs.driver.Scripts.request;
import static org.eejs.driver.Scripts.scenario;
import static org.eejs.driver.Scripts.script;
import static org.eejs.driver.Scripts.step;
import static org.eejs.driver.Scripts.take;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.service.Connections;
import org.eejs.banking.service.Connections.Http;
import org.eejs.banking.service.Rehearsal;
import org.eejs.banking.service.ServiceRequest;
import org.eejs.banking.service.ServiceRequest.Header;
import org.eejs.banking.service.ServiceRequest.Part;
import org.eejs.banking.service.ServiceRequest.Take;
import org.eejs.banking.service.ServiceScript;
import org.eejs.banking.service.ServiceScript.Step;
import org.eejs.driver.protocol.Tick;
import org.eejs.driver.script.ScriptPlan;
import org.eejs.pki.CertificateBuilder;
import org.eejs.role.TestPki;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The driver against real servers over TLS, in one test as a process that gets its commands as from the lab. */
@Execution(ExecutionMode.CONCURRENT)
class ServiceDriverTest {
    private static final String[] LOAD = {"--sessions", "4", "--phases", "0s,0s,60s,0s"};

    @TempDir
    private Path folder;

    private static Step login() {
        ServiceRequest form = request("GET", "/app/login", List.of(), null, List.of(),
                List.of(take("csrf", Part.REGEX, "name=\"csrf\" value=\"([^\"]*)\"")));
        ServiceRequest post = request("POST", "/app/login",
                List.of(new Header("Content-Type", "application/x-www-form-urlencoded")),
                "user=${name}&password=${url:password}&csrf=${csrf}",
                List.of(check(Part.STATUS, null, "2xx"), check(Part.JSON, "$.user", "${name}"),
                        check(Part.JSON, "$.accounts[0].balance", "1.50")),
                List.of(take("account", Part.JSON, "$..id"), new Take("xsrf", Part.HEADER,
                        "Set-Cookie: (?m)^XSRF\\-TOKEN=([^;\\n]+)", false, true, "take of xsrf")));
        return step("login", form, post);
    }

    @Test
    void usersLogInKeepCookiesAndTakeValues() throws Exception {
        try (TestService service = new TestService(); DriverProcess driver = new DriverProcess(
                script(origin("localhost", service.port()), connections(2, Http.HTTP_1_1), null,
                        scenario("visit", 1, login(), step("account", get("/app/accounts/${account}",
                                List.of(check(Part.REGEX, "Konto (\\d+): äöü", "17"))),
                                request("GET", "/mirror", List.of(new Header("X-Mirror", "${xsrf}; q=${user}")), null,
                                        List.of(check(Part.HEADER, "X-Mirror", "x/y")), List.of())))), LOAD)) {
            assertEquals(List.of(), driver.rehearse());
            Tick load = driver.run(seen -> seen.completed() > 20);
            assertEquals(0, load.failed(), load.toString());
            assertEquals(Set.of("visit/login", "visit/account"), load.pages().keySet());
            int logins = load.pages().get("visit/login").responseMicros().length;
            assertTrue(logins > 4, "logins " + logins);
            assertTrue(load.httpRequests() >= 3 * logins, "requests " + load.httpRequests());
        }
    }

    @Test
    void theRehearsalIsASeparateUser() throws Exception {
        ServiceRequest number = request("GET", "/mirror", List.of(new Header("X-Mirror", "${user}")), null,
                List.of(check(Part.HEADER, "X-Mirror", "0")), List.of());
        try (TestService service = new TestService(); LocalDriver driver = new LocalDriver(
                script(origin("localhost", service.port()), connections(1, Http.HTTP_1_1), null,
                        scenario("s", 1, step("a", number))), LOAD)) {
            assertEquals(List.of(), driver.rehearse());
            Tick load = driver.run(seen -> seen.completed() >= 4);
            assertEquals(load.completed(), load.failed(), load.toString());
        }
    }

    @Test
    void theNextUserHasThoughtBefore() throws Exception {
        try (TestService service = new TestService(); LocalDriver driver = new LocalDriver(
                script(origin("localhost", service.port()), connections(1, Http.HTTP_1_1), null,
                        scenario("s", 1, new Step("a", 500.0, List.of(get("/json")), List.of()))), LOAD)) {
            AtomicInteger seconds = new AtomicInteger();
            Tick load = driver.run(seen -> seconds.incrementAndGet() == 3);
            assertTrue(load.completed() > 0 && load.completed() <= 4 * 2 * (seconds.get() + 1),
                    load.completed() + " in " + seconds.get() + " s");
        }
    }

    @Test
    void aRehearsalNamesWhatIsWrongAndWhereItIsDescribed() throws Exception {
        ServiceRequest mirror = request("GET", "/mirror", List.of(new Header("X-Mirror", "a ${password} b")), null,
                List.of(check(Part.HEADER, "X-Mirror", "c")), List.of());
        try (TestService service = new TestService(); LocalDriver driver = new LocalDriver(
                script(origin("localhost", service.port()), connections(1, Http.HTTP_1_1), null,
                        scenario("away", 1, step("a", get("/away")), step("never", get("/mirror"))),
                        scenario("mirror", 1, step("b", mirror)),
                        scenario("lost", 1, step("c", get("/lost"))),
                        scenario("unknown", 1, step("d", get("/mirror?${nobody}")))), LOAD)) {
            assertEquals(List.of(
                    new Rehearsal.Failure("away", "a", "redirectRefused", "redirects to none of the service's "
                            + "origins; --show-response-text shows where; add the host to hosts, or give follow: false",
                            "line of /away"),
                    new Rehearsal.Failure("mirror", "b", "checkFailed",
                            "header X-Mirror: expected c, found 11 characters, which --show-response-text shows",
                            "check of X-Mirror"),
                    new Rehearsal.Failure("lost", "c", "wrongStatus", "expected below 400, found 404",
                            "line of /lost"),
                    new Rehearsal.Failure("unknown", "d", "valueMissing",
                            "expected a value of ${nobody}, found nothing", "line of /mirror?${nobody}")),
                    driver.rehearse());
        }
    }

    @Test
    void anUnreadableAnswerFailsAtOnce() throws Exception {
        String reading = "expected a readable answer, but reading it ended in ";
        try (TestService service = new TestService(); LocalDriver driver = new LocalDriver(
                script(origin("localhost", service.port()), connections(1, Http.HTTP_1_1), null,
                        scenario("max", 1, step("a", get("/json",
                                List.of(check(Part.JSON, "$.items[*].price.max()", null))))),
                        scenario("long", 1, step("b", get("/long", List.of(check(Part.REGEX, "a(.|\n)*b", null))))),
                        scenario("cookie", 1, step("c", get("/cookie"))),
                        scenario("null", 1, step("d", get("/json", List.of(check(Part.JSON, "$.nothing", null)))))),
                LOAD)) {
            assertEquals(List.of(
                    new Rehearsal.Failure("max", "a", "checkFailed", reading + "JsonPathException", "line of /json"),
                    new Rehearsal.Failure("long", "b", "checkFailed", "expression a(.|\n)*b: expected something, found "
                            + "nothing", "check of a(.|\n)*b"),
                    new Rehearsal.Failure("cookie", "c", "checkFailed", reading + "IllegalArgumentException",
                            "line of /cookie"),
                    new Rehearsal.Failure("null", "d", "checkFailed", "JSON $.nothing: expected something, found nothing",
                            "check of $.nothing")), driver.rehearse());
        }
    }

    @Test
    void targetsAreEncodedOnce() throws Exception {
        ServiceRequest mirror = request("GET", "/mirror", List.of(new Header("X-Mirror", "next#top")), null, List.of(),
                List.of(take("next", Part.HEADER, "X-Mirror")));
        try (TestService service = new TestService(); LocalDriver driver = new LocalDriver(
                script(origin("localhost", service.port()), connections(1, Http.HTTP_1_1), null,
                        scenario("raw", 1, step("a", get("/raw"))),
                        scenario("taken", 1, step("b", mirror, get("/${next}")))), LOAD)) {
            assertEquals(List.of(), driver.rehearse());
        }
    }

    @Test
    void aPageDoesNotWaitForAConnectionThatItDidNotNeed() throws Exception {
        Step page = new Step("page", 50.0, List.of(get("/a")), List.of(get("/b"), get("/c")));
        try (OneConnection service = new OneConnection(false); LocalDriver driver = new LocalDriver(
                script(origin("localhost", service.port()), connections(2, Http.HTTP_1_1), null,
                        scenario("s", 1, page, step("call", get("/d")))), "--sessions", "1", "--page-timeout", "2s")) {
            assertEquals(List.of(), driver.rehearse());
        }
    }

    @Test
    void aUserWithoutARequiredCertificateIsRefusedByTls() throws Exception {
        try (OneConnection service = new OneConnection(true); LocalDriver driver = new LocalDriver(
                script(origin("localhost", service.port()), connections(1, Http.HTTP_1_1), null,
                        scenario("s", 1, step("p", get("/a")))), LOAD)) {
            Rehearsal.Failure failure = driver.rehearse().get(0);
            assertEquals("handshakeFailed", failure.reason());
            assertTrue(failure.sample().matches("alert (bad_certificate|certificate_required)"), failure.sample());
        }
    }

    @Test
    void aUserResumesOnlyWhatEachOriginHasAgreedOn() throws Exception {
        try (TestService one = new TestService(); TestService other = new TestService();
                LocalDriver driver = new LocalDriver(new ServiceScript(
                        List.of(origin("localhost", one.port()), origin("localhost", other.port())),
                        connections(2, Http.HTTP_1_1), List.of(scenario("s", 2, step("p", get("/to/" + other.port())),
                                step("q", get("/to/" + one.port()))), scenario("t", 1, step("r", get("/app/login")))),
                        null, List.of(), Set.of()), "--sessions", "6", "--phases", "0s,0s,60s,0s",
                        "--pages-per-connection", "1", "--returning-users", "50%")) {
            Tick load = driver.run(seen -> seen.completed() > 150);
            assertEquals(0, load.failed(), load.toString());
            assertEquals(0, load.unplannedHandshakes(), load.toString());
            assertTrue(load.resumedHandshakeMicros().length > 20, load.toString());
            double ofOthers = (double) load.pages().get("s/p").responseMicros().length
                    / load.pages().get("t/r").responseMicros().length;
            assertEquals(2, ofOthers, 0.3, "by their weights");
        }
    }

    @Test
    void aTimeOutNamesWhatWasExpected() throws Exception {
        try (TestService service = new TestService(); LocalDriver driver = new LocalDriver(
                script(origin("localhost", service.port()), connections(1, Http.HTTP_1_1), null,
                        scenario("silent", 1, step("e", get("/silent")))),
                "--sessions", "1", "--page-timeout", "1s")) {
            assertEquals(List.of(new Rehearsal.Failure("silent", "e", "timeOut",
                    "expected an answer within 1000 ms, found none to GET /silent", "line of /silent")),
                    driver.rehearse());
        }
    }

    @Test
    void ticksHaveSamplesOfFailuresAndAUserComesBackNoSoonerThanInASecond() throws Exception {
        try (TestService service = new TestService(); LocalDriver driver = new LocalDriver(
                script(origin("localhost", service.port()), connections(1, Http.HTTP_1_1), null,
                        scenario("lost", 1, step("c", get("/" + Scripts.SECRET, List.of(
                                check(Part.STATUS, null, "200,3xx")))))),
                "--sessions", "1", "--phases", "0s,0s,60s,0s", "--think-time", "10ms")) {
            Tick load = driver.run(seen -> seen.failed() >= 2);
            Tick.PageTick page = load.pages().get("lost/c");
            assertEquals(Map.of("wrongStatus", "expected 200,3xx, found 404"), page.samples());
            assertTrue(page.failed() <= 3, load.toString());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            wrong.example | TLSv1.2,TLSv1.3 | true  | certificate has no name wrong.example
            localhost     | TLSv1.2         | false | certificate is not trusted
            localhost     | TLSv1.3         | true  | alert protocol_version
            """)
    void aTlsFailureIsReported(String host, String protocols, boolean trusts, String sample) throws Exception {
        try (Nginx nginx = new Nginx(folder, TestPki.SHARED, TlsProfile.Certificate.ECDSA_P256, "TLSv1.2");
                DriverProcess driver = new DriverProcess(script(origin(host, nginx.port()),
                        connections(1, Http.HTTP_1_1, List.of(protocols.split(",")), trusts ? Scripts.trusted() : null),
                        null, scenario("s", 1, step("p", get("/page")))), LOAD)) {
            assertEquals(List.of(new Rehearsal.Failure("s", "p", "handshakeFailed", sample, "line of /page")),
                    driver.rehearse());
        }
    }

    @Test
    void usersHaveCertificates() throws Exception {
        CertificateBuilder.client("CN=user").key("EC", 256).selfSigned().writePem(folder, "user");
        Connections without = connections(1, Http.HTTP_1_1);
        String certificate = Files.readString(folder.resolve("user.pem"));
        Connections with = new Connections(1, true, Http.HTTP_1_1, List.of(), List.of(), List.of(), without.trust(),
                certificate, Files.readString(folder.resolve("user.key")));
        String verify = "ssl_verify_client on; ssl_client_certificate " + folder.resolve("user.pem") + ";";
        ServiceScript.Scenario scenario = scenario("s", 1, step("p", get("/page")));
        try (Nginx nginx = new Nginx(folder, TestPki.SHARED, TlsProfile.Certificate.ECDSA_P256, "TLSv1.3", "", verify);
                LocalDriver user = new LocalDriver(script(origin("localhost", nginx.port()), with, null, scenario),
                        LOAD);
                LocalDriver nobody = new LocalDriver(script(origin("localhost", nginx.port()), without, null,
                        scenario), LOAD)) {
            assertEquals(List.of(), user.rehearse());
            assertEquals("expected below 400, found 400", nobody.rehearse().get(0).sample());
        }
    }

    @Test
    void http2HasAConnectionForAUserAndStreamsForWhatGoesTogether() throws Exception {
        Step page = new Step("page", 50.0, List.of(get("/page")), List.of(get("/large"), get("/page"), get("/page")));
        String header = " " + "y".repeat(3_000) + ";";
        try (Nginx nginx = new Nginx(folder, TestPki.SHARED, TlsProfile.Certificate.ECDSA_P256, "TLSv1.3", "http2",
                "add_header X-A" + header + "add_header X-B" + header + "add_header X-C" + header);
                LocalDriver driver = new LocalDriver(script(origin("localhost", nginx.port()),
                        connections(2, Http.HTTP_2), null, scenario("s", 1, page)), LOAD)) {
            assertEquals(List.of(), driver.rehearse());
            Tick load = driver.run(seen -> seen.completed() > 20);
            assertEquals(0, load.failed(), load.toString());
            assertEquals(0, load.unplannedHandshakes());
            int pages = load.completed();
            List<String> log = nginx.log(4 * (pages + 1));
            assertTrue(log.stream().allMatch(line -> line.endsWith("HTTP/2.0")), log.get(0));
            assertTrue(load.fullHandshakeMicros().length <= connectionsOf(log).size(), "a connection for each session");
            // The end of the load cuts those of the four users.
            int whole = connectionsOf(log).size() - 4;
            assertTrue(log.size() >= 4 * whole, log.size() + " requests, four on each of " + whole + " connections");
        }
    }

    /** nginx ends them before it begins with a request, or while one waits for its turn. */
    @ParameterizedTest
    @CsvSource({"keepalive_requests 3;,", "keepalive_timeout 100ms;, 4"})
    @Tag("long")
    void aConnectionOfHttp2ThatEndsIsReplaced(String ends, Double perSecond) throws Exception {
        Step page = new Step("page", null, List.of(get("/page")), List.of(get("/page"), get("/page"), get("/page")));
        try (Nginx nginx = new Nginx(folder, TestPki.SHARED, TlsProfile.Certificate.ECDSA_P256, "TLSv1.3", "http2",
                ends); LocalDriver driver = new LocalDriver(script(origin("localhost", nginx.port()),
                        connections(1, Http.HTTP_2), perSecond, scenario("s", 1, page)), LOAD)) {
            assertEquals(List.of(), driver.rehearse());
            assertTrue(connectionsOf(nginx.log(4)).size() > 1);
        }
    }

    @Test
    void framesOfHttp2ThatAreNotKnownAreNoFailures() throws Exception {
        try (OddHttp2 service = new OddHttp2(); LocalDriver driver = new LocalDriver(
                script(origin("localhost", service.port()), connections(1, Http.HTTP_2), null,
                        scenario("unknown", 1, step("a", get("/unknown"))),
                        scenario("reset", 1, step("b", get("/reset"))),
                        scenario("length", 1, step("c", get("/length")), step("d", get("/unknown")))), LOAD)) {
            assertEquals(List.of(new Rehearsal.Failure("reset", "b", "connectionLost", "stream reset: error 153",
                    "line of /reset"), new Rehearsal.Failure("length", "c", "badHttp", "Received amount of data 8 "
                    + "does not match content-length header 2", "line of /length")), driver.rehearse());
        }
    }

    @Test
    void refusedStreamsAreRepeatedButNotWithoutEnd() throws Exception {
        ServiceRequest post = request("POST", "/refused-once", List.of(), null, List.of(), List.of());
        try (OddHttp2 service = new OddHttp2(); LocalDriver driver = new LocalDriver(
                script(origin("localhost", service.port()), connections(1, Http.HTTP_2), null,
                        scenario("once", 1, step("a", get("/answered")), step("b", post)),
                        scenario("always", 1, step("c", get("/refused")))), LOAD)) {
            assertEquals(List.of(new Rehearsal.Failure("always", "c", "connectionLost", "expected an answer to GET "
                    + "/refused, but the server refused its stream, also in each of its 3 repeats",
                    "line of /refused")), driver.rehearse());
        }
    }

    private static Set<String> connectionsOf(List<String> log) {
        return log.stream().map(line -> line.substring(0, line.indexOf(' '))).collect(Collectors.toSet());
    }

    @Test
    void aFaultyJsonPathIsNamedWithItsPlace() {
        ServiceScript script = script(origin("localhost", 1), connections(1, Http.HTTP_1_1), null,
                scenario("s", 1, step("p", get("/", List.of(check(Part.JSON, "$[", null))))));
        String said = assertThrows(IllegalArgumentException.class, () -> new ScriptPlan(script)).getMessage();
        assertTrue(said.startsWith("check of $[: '$[' is not a JSON path: "), said);
    }

    @Test
    void aServiceWithoutHttp2RefusesIt() throws Exception {
        try (Nginx nginx = new Nginx(folder, TestPki.SHARED, TlsProfile.Certificate.ECDSA_P256, "TLSv1.3");
                LocalDriver driver = new LocalDriver(script(origin("localhost", nginx.port()),
                        connections(2, Http.HTTP_2), null, scenario("s", 1, step("p", get("/page")))), LOAD)) {
            Rehearsal.Failure failure = driver.rehearse().get(0);
            assertEquals("http2Refused", failure.reason());
            assertNull(failure.sample());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void handshakesAreAsPlannedAndAsTheServerCountsThem(int perUser) throws Exception {
        assertPlanned("TLSv1.3", perUser);
    }

    @Test
    @Tag("long")
    void soAreHandshakesOfTls12() throws Exception {
        assertPlanned("TLSv1.2", 1);
    }

    private void assertPlanned(String protocol, int perUser) throws Exception {
        Step page = new Step("page", 0.0, List.of(get("/page")), List.of(get("/page"), get("/page"), get("/large")));
        try (Nginx nginx = new Nginx(folder, TestPki.SHARED, TlsProfile.Certificate.ECDSA_P256, protocol);
                DriverProcess driver = new DriverProcess(script(origin("localhost", nginx.port()),
                        connections(perUser, Http.HTTP_1_1), null, scenario("s", 1, page, page, page, page)),
                        "--sessions", "4", "--phases", "0s,0s,60s,0s", "--pages-per-connection", "1",
                        "--resumed-connections", "50%", "--returning-users", "50%")) {
            Tick load = driver.run(seen -> seen.fullHandshakeMicros().length > 100);
            assertEquals(0, load.failed(), load.toString());
            assertEquals(0, load.unplannedHandshakes());
            List<String> log = nginx.log((int) load.httpRequests());
            int full = load.fullHandshakeMicros().length;
            int resumed = load.resumedHandshakeMicros().length;
            int seenFull = connectionsOf(log.stream().filter(line -> line.contains(" . ")).toList()).size();
            int seenResumed = connectionsOf(log.stream().filter(line -> line.contains(" r ")).toList()).size();
            String counts = "full %d, seen %d; resumed %d, seen %d".formatted(full, seenFull, resumed, seenResumed);
            // A page that is under way when the load stops may have connections that only one side counts.
            assertTrue(seenFull <= full + 4 && seenResumed <= resumed + 4, counts);
            // nginx logs requests, and of several connections the last is often opened for a request that another one
            // takes.
            assertTrue(perUser > 1 || seenFull >= full - 4 && seenResumed >= resumed - 4, counts);
            assertTrue(IntStream.of(load.fullHandshakeMicros()).max().orElseThrow() < 60_000_000, load.toString());
            double share = (double) resumed / (full + resumed);
            assertTrue(share > 0.35 && share < 0.65, counts);
        }
    }

    @Test
    void connectionsEndAfterTheirPagesAlsoWhereOneWasOpenedInVain() throws Exception {
        Step page = new Step("page", 0.0, List.of(get("/page")), List.of(get("/page"), get("/page")));
        Step call = new Step("call", 20.0, List.of(get("/page")), List.of());
        try (Nginx nginx = new Nginx(folder, TestPki.SHARED, TlsProfile.Certificate.ECDSA_P256, "TLSv1.3");
                LocalDriver driver = new LocalDriver(script(origin("localhost", nginx.port()),
                        connections(2, Http.HTTP_1_1), null, scenario("s", 1, page, call, call, call, call)),
                        "--sessions", "4", "--phases", "0s,0s,60s,0s", "--pages-per-connection", "1")) {
            Tick load = driver.run(seen -> seen.completed() > 60);
            assertEquals(0, load.failed(), load.toString());
            int handshakes = load.fullHandshakeMicros().length + load.resumedHandshakeMicros().length;
            // The second connection is opened for the page, and a call or more are on it.
            assertTrue(handshakes > 0.7 * load.completed(), handshakes + " for " + load.completed() + " pages");
        }
    }

    @Test
    void aLimitHoldsForAllAndIsNoDelayOfTheService() throws Exception {
        try (Nginx nginx = new Nginx(folder, TestPki.SHARED, TlsProfile.Certificate.ECDSA_P256, "TLSv1.3");
                LocalDriver driver = new LocalDriver(script(origin("localhost", nginx.port()),
                        connections(1, Http.HTTP_1_1), 40.0,
                        scenario("s", 1, step("p", get("/page"), get("/page")))),
                        "--sessions", "80", "--phases", "0s,0s,60s,0s", "--page-timeout", "6s", "--share", "1/2")) {
            AtomicInteger seconds = new AtomicInteger();
            Tick load = driver.run(seen -> seconds.incrementAndGet() == 4);
            assertEquals(0, load.failed(), load.toString());
            assertTrue(load.httpRequests() > 20 && load.httpRequests() <= 20 * seconds.get() + 4,
                    "requests " + load.httpRequests() + " in " + seconds.get() + " s");
            int[] sorted = load.pageMicros().sorted().toArray();
            // Each session waits eight seconds for its turn, which does not belong to a page's time.
            assertTrue(sorted[sorted.length / 2] < 3_000_000, "median " + sorted[sorted.length / 2] + " us");
        }
    }
}

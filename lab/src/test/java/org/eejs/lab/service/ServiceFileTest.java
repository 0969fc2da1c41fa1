package org.eejs.lab.service;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eejs.banking.service.AnswerLimits;
import org.eejs.banking.service.Connections;
import org.eejs.banking.service.PercentEncoding;
import org.eejs.banking.service.ServiceRequest;
import org.eejs.banking.service.ServiceRequest.Check;
import org.eejs.banking.service.ServiceRequest.Header;
import org.eejs.banking.service.ServiceRequest.Part;
import org.eejs.banking.service.ServiceScript;
import org.eejs.lab.service.ServiceDescription.Launch;
import org.eejs.pki.CertificateBuilder;
import org.eejs.result.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceFileTest {
    private static final String URL = "url: https://localhost:8443\n";
    private static final String STEPS = "scenarios:\n  - steps:\n      - get: /\n";

    @TempDir
    private Path folder;

    private ServiceDescription read(String yaml) throws IOException {
        return ServiceFile.read(Files.writeString(folder.resolve("shop.yaml"), yaml), false, true);
    }

    private ServiceRequest request(String step) throws IOException {
        return read(URL + "scenarios:\n  - steps:\n      - " + step.strip().replace("\n", "\n        ") + "\n").script()
                .scenarios().get(0).steps().get(0).inOrder().get(0);
    }

    private String fault(String yaml) {
        return assertThrows(InputException.class, () -> read(yaml)).getMessage()
                .replace(folder + "/", "");
    }

    @Test
    void theExampleIsRead() {
        ServiceDescription example = ServiceFile.read(Path.of("../experiments/service.yaml"), false, true);
        assertEquals("Accounts", example.name());
        assertEquals(List.of("browse", "log in"), example.script().scenarios().stream().map(
                ServiceScript.Scenario::name).toList());
        assertEquals(50L, example.settings().written().get("sessions"));
        assertInstanceOf(ServiceDescription.Nothing.class, example.process());
        ServiceRequest login = example.script().scenarios().get(1).steps().get(1).inOrder().get(0);
        assertEquals(Set.of("user=user-${user}", "csrf=${token}"), Set.of(login.body().split("&")));
    }

    @Test
    void missingKeysHaveDefaults() throws IOException {
        ServiceDescription service = read(URL + STEPS);
        assertEquals("shop", service.name());
        assertEquals(URI.create("https://localhost:8443"), service.url());
        assertEquals(new Connections(6, true, Connections.Http.HTTP_1_1, List.of(), List.of(), List.of(), null, null,
                null), service.script().connections());
        assertEquals("127.0.0.1", service.script().origins().get(0).address());
        ServiceScript.Step step = service.script().scenarios().get(0).steps().get(0);
        assertEquals("GET /", step.name());
        assertEquals(null, step.thinkMillis());
        ServiceRequest request = step.inOrder().get(0);
        assertTrue(request.follows());
        assertEquals(List.of(), request.checks());
        assertEquals(folder + "/shop.yaml, line 4, key 'scenarios[0].steps[0]'", request.source());
    }

    @Test
    void aServiceIsStartedOnAFreePort() throws IOException {
        Files.writeString(folder.resolve("password"), "se}cret\n");
        ServiceDescription service = read("""
                url: http://localhost:{port}
                start:
                  command: java {jvmOptions} -Dname='a b' -jar "my app.jar" --port={port} c\\ d
                  environment: {DB: "${file:password}", PORT: "{port}"}
                  ready: /health
                  patience: 2min
                  stop: [kill, 4711]
                """ + "scenarios:\n  - steps:\n      - get: /\n        headers: {Referer: 'http://localhost:${port}/'}\n");
        Launch launch = (Launch) service.process();
        assertEquals(List.of("java", "{jvmOptions}", "-Dname=a b", "-jar", "my app.jar", "--port={port}", "c d"),
                launch.command());
        assertEquals(Map.of("DB", "se}cret", "PORT", "{port}"), launch.environment());
        assertEquals(Set.of("se}cret", "se%7Dcret"), service.script().secrets());
        assertEquals(Duration.ofMinutes(2), launch.patience());
        assertEquals(List.of("kill", "4711"), launch.stop());
        assertEquals(folder, launch.directory());
        assertEquals(0, service.url().getPort());
        ServiceScript started = service.scriptAt(8123);
        assertEquals("http://localhost:8123", started.origins().get(0).toString());
        assertEquals(List.of(Map.of("port", "8123")), started.users());
    }

    @Test
    void aProcessThatRunsIsMeasured() throws IOException {
        long own = ProcessHandle.current().pid();
        assertEquals(new ServiceDescription.Running(own), read(URL + "pid: " + own + "\n" + STEPS).process());
        Path ofAHost = Files.writeString(folder.resolve("host.yaml"), URL + "pid: 2147483647\n" + STEPS);
        assertEquals(new ServiceDescription.Running(2147483647), ServiceFile.read(ofAHost, false, false).process());
    }

    @Test
    void usersHaveValuesThatAreSecret() throws IOException {
        Files.writeString(folder.resolve("users.csv"), "name,password\nalice,\"a,b\"\nbob, c$ \n");
        ServiceDescription service = read(URL + "users: users.csv\n" + "scenarios:\n  - steps:\n      - post: /\n"
                + "        form: {p: 'x ${password}'}\n");
        assertEquals(List.of(Map.of("name", "alice", "password", "a,b"), Map.of("name", "bob", "password", "c$")),
                service.script().users());
        assertEquals(Set.of("alice", "bob", "a,b", "c$", "a%2Cb", "c%24"), service.script().secrets());
        assertEquals("p=x%20${password}",
                service.script().scenarios().get(0).steps().get(0).inOrder().get(0).body());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            a,b\\n1,2\\n3\\n|line 3: must have 2 values, one for each name, not 1
            a,b\\n\\n\\n"1\\n1",2\\n3\\n|line 6: must have 2 values, one for each name, not 1
            a,b\\n1,2\\n\\n"3,4\\n|line 4: this is not CSV; a quote may not be closed
            a,user\\n1,2\\n|line 1: column 2 has no valid name; use letters, digits and _, but not user or port
            alice,s3-cr3t\\n|line 1: column 2 has no valid name; use letters, digits and _, but not user or port
            a,a\\n1,2\\n|line 1: a name appears twice
            a\\n|line 1: a row of names is expected, and rows of values below
            """)
    void faultyUsersAreRefused(String csv, String expected) throws IOException {
        Files.writeString(folder.resolve("users.csv"), csv.replace("\\n", "\n"));
        assertEquals("users.csv, " + expected, fault(URL + "users: users.csv\n" + STEPS));
    }

    @Test
    void usersMayComeFromExcel() throws IOException {
        Files.writeString(folder.resolve("users.csv"), "\uFEFFname\r\nalice\r\n");
        assertEquals(List.of(Map.of("name", "alice")), read(URL + "users: users.csv\n" + STEPS).script().users());
    }

    @Test
    void aRequestHasWhatIsWritten() throws IOException {
        ServiceRequest request = request("""
                put: https://localhost:8443/a?b=${user}
                headers: {Accept: text/html, X-Number: 7}
                json: {a: 'x "${user}"', b: [1, true]}
                follow: false
                check: {status: [200, 3xx], header: {Location: }, json: {$.id: 5}, contains: a.b, regex: c+}
                """);
        assertEquals("PUT", request.method());
        assertEquals("/a?b=${user}", request.target());
        assertEquals(Set.of(new Header("Accept", "text/html"), new Header("X-Number", "7"),
                new Header("Content-Type", "application/json")), Set.copyOf(request.headers()));
        assertEquals("{\"a\":\"x \\\"${json:user}\\\"\",\"b\":[1,true]}", request.body());
        assertEquals(false, request.follows());
        String check = folder + "/shop.yaml, line 8, key 'scenarios[0].steps[0].check.";
        assertEquals(List.of(new Check(Part.STATUS, null, "200,3xx", check + "status'"),
                new Check(Part.HEADER, "Location", null, check + "header.Location'"),
                new Check(Part.JSON, "$.id", "5", check + "json.$.id'"),
                new Check(Part.REGEX, "c+", null, check + "regex'"),
                new Check(Part.REGEX, "\\Qa.b\\E", null, check + "contains'")), request.checks());
    }

    /** YAML 1.1 reads each of these as another type than text. */
    @ParameterizedTest
    @ValueSource(strings = {"0123", "02142", "1.10", "12.50", "1e3", "1.0e+3", "0x1F", "0b11", "1_000", "190:20:30",
        "yes", "No", "on", "True", "~", "null", "NULL", "2026-01-02", "2026-01-02T03:04:05Z", ".5", "+1", "007.50",
        "100000000000000000000", "1.00000000000000000001", ".inf", "-.INF", ".NaN"})
    void textIsWhatIsWritten(String value) throws IOException {
        ServiceRequest request = request("""
                name: %1$s
                post: /
                headers: {X-A: %1$s}
                form: {a: %1$s, b: "${user}"}
                check: {header: {X-B: %1$s}, json: {$.a: %1$s}, contains: %1$s}
                """.formatted(value));
        assertEquals(List.of(new Header("X-A", value), new Header("Content-Type", "application/x-www-form-urlencoded")),
                request.headers());
        assertEquals("a=" + PercentEncoding.of(value) + "&b=${user}", request.body());
        assertEquals(List.of(value, value, "\\Q" + value + "\\E"), request.checks().stream().map(check ->
                check.expected() == null ? check.name() : check.expected()).toList());
        Files.writeString(folder.resolve("users.csv"), "a\n" + value + "\n");
        ServiceDescription service = read(URL + """
                name: %1$s
                start: {command: [run, %1$s], environment: {A: %1$s}, stop: [stop, %1$s]}
                application: [a, %1$s]
                bankJvmOptions: [%1$s]
                users: users.csv
                scenarios:
                  - name: %1$s
                    steps: [{name: %1$s, post: /, body: %1$s}]
                """.formatted(value));
        assertEquals(value, service.name());
        assertEquals(List.of("a", value), service.application());
        assertEquals(List.of(value), service.settings().written().get("bankJvmOptions"));
        Launch launch = (Launch) service.process();
        assertEquals(List.of("run", value), launch.command());
        assertEquals(List.of("stop", value), launch.stop());
        assertEquals(Map.of("A", value), launch.environment());
        ServiceScript.Scenario scenario = service.script().scenarios().get(0);
        assertEquals(value, scenario.name());
        assertEquals(value, scenario.steps().get(0).name());
        assertEquals(value, scenario.steps().get(0).inOrder().get(0).body());
        assertEquals(List.of(Map.of("a", value)), service.script().users());
    }

    @Test
    void jsonHasTheDigitsThatAreWritten() throws IOException {
        assertEquals("{\"a\":1.10,\"b\":\"0123\",\"c\":[\"yes\",true,null,null,\"0x1F\",12.50,\"1.10\",-0.0],"
                + "\"d\":\"2026-01-02\"}", request("post: /\njson: {a: 1.10, b: 0123, c: [yes, True, ~, null, 0x1F, 12.50, "
                + "\"1.10\", -0.0], d: 2026-01-02}").body());
    }

    @Test
    void aKeyWithoutAValueHasNone() throws IOException {
        ServiceRequest request = request("post: /\nform: {a: , b: ''}\ncheck: {header: {ETag: }}");
        assertEquals("a=&b=", request.body());
        assertEquals(null, request.checks().get(0).expected());
    }

    @Test
    void aliasesAreRefused() {
        assertEquals("shop.yaml, line 5, key 'scenarios[0].steps[1].get': '*a' refers to another place of the file; write "
                + "the value instead", fault(URL + "scenarios:\n  - steps:\n      - get: &a /\n"
                + "      - get: *a\n"));
    }

    @Test
    void aFileIsSentAsItIs() throws IOException {
        Files.write(folder.resolve("body"), new byte[] {0, '$', '{', -1});
        assertArrayEquals(new byte[] {0, '$', '{', -1}, request("post: /\nbodyFile: body").bytes());
    }

    @Test
    void valuesAreTakenAndUsed() throws IOException {
        var steps = read(URL + """
                scenarios:
                  - steps:
                      - requests:
                          - get: /a
                            take: {id: {header: Location, regex: "/([0-9]+)"}, all: {header: ETag}}
                          - delete: /a/${id}
                            headers: {If-Match: "${all}"}
                        together:
                          - get: /b/${url:id}
                """).script().scenarios().get(0).steps();
        assertEquals("Location: /([0-9]+)", steps.get(0).inOrder().get(0).takes().get(0).from());
        assertEquals("ETag", steps.get(0).inOrder().get(0).takes().get(1).from());
        assertEquals("/b/${url:id}", steps.get(0).together().get(0).target());
    }

    @Test
    void aSecretIsEncodedWhereItIsSent() throws IOException {
        Files.writeString(folder.resolve("secret"), "a&\"b");
        assertEquals("/?k=a%26%22b", request("get: /?k=${file:secret}").target());
        assertEquals("k=a%26%22b", request("post: /\nform: {k: '${file:secret}'}").body());
        assertEquals("{\"k\":\"a&\\\"b\"}", request("post: /\njson: {k: '${file:secret}'}").body());
        assertEquals("a&\"b", request("post: /\nbody: '${file:secret}'").body());
        assertEquals("u=1&k=a%26%22b", request("post: /\nheaders: {content-type: application/x-www-form-urlencoded}\n"
                + "body: 'u=1&k=${file:secret}'").body());
        ServiceScript script = read(URL + "scenarios:\n  - steps:\n      - get: /${file:secret}?a\n").script();
        assertEquals("GET /${file:secret}", script.scenarios().get(0).steps().get(0).name());
        assertEquals(Set.of("a&\"b", "a%26%22b"), script.secrets());
    }

    @Test
    void valuesWithNamesOfSecretsAreSecret() throws IOException {
        assertEquals(Set.of("k1", "t2", "a b", "a+b", "a%20b", "a%2Bb", "p4", "d5"), read(URL + """
                start: {command: java, environment: {DB_PASSWORD: d5, HOME: /h}}
                scenarios:
                  - steps:
                      - get: /a?api_key=k1&page=7
                        headers: {Authorization: Bearer t2, Accept: text/html}
                      - post: /b
                        headers: {Content-Type: application/x-www-form-urlencoded}
                        body: user=ada&passwd=a+b
                      - post: /c
                        json: {pin: p4, passengers: 2, token: "${user}"}
                """).script().secrets());
    }

    @Test
    void limitsHoldForAnswers() throws IOException {
        assertEquals(new AnswerLimits(256 << 20, 4 << 20), read(URL + STEPS).script().limits());
        assertEquals(new AnswerLimits(8L << 30, 1), read(URL + STEPS
                + "limits: {bodyBytes: 8589934592, textBytes: 1}\n").scriptAt(1).limits());
    }

    @Test
    void aFaultyUrlIsShownWithoutItsPassword() {
        assertEquals("shop.yaml, line 1, key 'url': 'https://localhost/?' is not a host; write one such as "
                + "https://localhost:8443, and paths in steps", fault("url: https://u:geheim@localhost/?t=geheim\n" + STEPS));
    }

    @Test
    void aFormThatIsATextIsNotShown() {
        String fault = fault(URL + "scenarios:\n  - steps:\n      - post: /\n        form: 'user=a&password=geheim'\n");
        assertTrue(fault.contains("an entry of keys and values is expected, not a text"), fault);
        assertTrue(!fault.contains("geheim"), fault);
    }

    @Test
    void aKeyOfAnotherCertificateIsRefused() throws Exception {
        for (String name : List.of("RSA", "RSA2", "EC", "EC2", "P384")) {
            CertificateBuilder.of("CN=" + name).key(name.startsWith("RSA") ? "RSA" : "EC", name.startsWith("RSA") ? 2048
                    : name.equals("P384") ? 384 : 256).selfSigned().writePem(folder, name);
        }
        String connect = URL + STEPS + "connect: {certificate: %s.pem, key: %s.key}\n";
        for (String algorithm : List.of("RSA", "EC")) {
            read(connect.formatted(algorithm, algorithm));
            for (String key : List.of(algorithm + "2", algorithm.equals("EC") ? "RSA" : "EC", "P384")) {
                assertEquals("shop.yaml, line 5, key 'connect.key': %s.key is not the key of the first certificate in "
                        .formatted(key) + algorithm + ".pem; name the key that belongs to it",
                        fault(connect.formatted(algorithm, key)));
            }
        }
    }

    @Test
    void spreadsheetsMaySeparateBySemicolonsAndTabs() throws IOException {
        for (String sign : List.of(";", "\t")) {
            Files.writeString(folder.resolve("users.csv"), "\uFEFFname;price\r\nada;1,50\r\n".replace(";", sign));
            assertEquals(List.of(Map.of("name", "ada", "price", "1,50")),
                    read(URL + "users: users.csv\n" + STEPS).script().users());
        }
    }

    @Test
    void impossibleResumptionIsReported() throws IOException {
        assertEquals(List.of(folder + "/shop.yaml, line 5, key 'resumedConnections': no connection resumes, since "
                + "each user keeps one connection; add pagesPerConnection, or connect: {keepAlive: false}"),
                read(URL + STEPS + "resumedConnections: 50%\n").notes());
        assertEquals(List.of(), read(URL + STEPS + "resumedConnections: 50%\npagesPerConnection: 2\n").notes());
        assertEquals(List.of(), read(URL + STEPS + "        together: [{get: /a}, {get: /b}]\n"
                + "resumedConnections: 50%\n").notes());
    }

    /** Deep files, large files, and aliases that are each ten times as large as the one before. */
    @Test
    void giantFilesAreRefusedInALine() throws IOException {
        String aliases = "a0: &a0 [x, x]\n" + IntStream.range(1, 30).mapToObj(i -> "a%1$d: &a%1$d [%2$s]\n".formatted(i,
                String.join(", ", Collections.nCopies(10, "*a" + (i - 1))))).collect(Collectors.joining());
        for (String yaml : List.of("[".repeat(1_000_000), "{a: ".repeat(100_000), "a: " + "x".repeat(4_000_000), aliases,
                URL + STEPS + "application: " + "[".repeat(900) + "]".repeat(900))) {
            String fault = fault(yaml);
            assertTrue(fault.length() < 600 && !fault.contains("\n"), fault);
        }
        Path users = folder.resolve("users.csv");
        try (RandomAccessFile sparse = new RandomAccessFile(users.toFile(), "rw")) {
            sparse.setLength(3L << 30);
        }
        assertEquals("users.csv has 3072 MB; at most 64 MB of users are read", fault(URL + "users: users.csv\n" + STEPS));
        Files.move(users, folder.resolve("body"));
        assertEquals("service file shop.yaml: this file, or one that it names, is too large or too deeply nested for "
                + "the lab's memory",
                fault(URL + "scenarios:\n  - steps:\n      - post: /\n        bodyFile: body\n"));
    }

    /** Localhost has both addresses, regardless of the machine's files; a service may listen on IPv6 only. */
    @Test
    void aHostIsReachedAtTheFirstAddressThatAccepts() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("::1"))) {
            ServiceDescription service = read("url: https://localhost:" + server.getLocalPort() + "\n" + STEPS);
            assertEquals(List.of("127.0.0.1", "::1"), service.script().origins().get(0).addresses());
            assertEquals(List.of("::1"), service.scriptAt(server.getLocalPort()).origins().get(0).addresses());
        }
    }

    @Test
    void otherHostsAreSeparateOrigins() throws IOException {
        ServiceDescription service = read(URL + "hosts: [127.0.0.1, 'http://[::1]:81']\n"
                + "scenarios:\n  - steps:\n      - get: http://[::1]:81\n");
        assertEquals("[https://localhost:8443, https://127.0.0.1:443, http://[::1]:81]",
                service.script().origins().toString());
        ServiceRequest request = service.script().scenarios().get(0).steps().get(0).inOrder().get(0);
        assertEquals(2, request.origin());
        assertEquals("/", request.target());
    }

    @Test
    void aHostOfThePublicMustBeOnesOwn() throws IOException {
        String yaml = "url: https://192.0.2.1\n" + STEPS;
        assertEquals("shop.yaml, line 1, key 'url': 192.0.2.1 is 192.0.2.1, which is outside private networks; load only "
                + "hosts that you own; confirm with --i-own-this-host", fault(yaml));
        Path file = Files.writeString(folder.resolve("own.yaml"), yaml);
        assertEquals(443, ServiceFile.read(file, true, true).script().origins().get(0).port());
        for (String own : List.of("10.1.2.3", "192.168.0.1", "[fd12::1]")) {
            read("url: https://" + own + "\n" + STEPS);
        }
        for (String other : List.of("169.254.169.254", "[2001:db8::1]", "0.0.0.0")) {
            assertTrue(fault("url: https://" + other + "\n" + STEPS).contains("--i-own-this-host"), other);
        }
    }

    /** A step in line 4 with its next line, and the message about it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            think: 2s| `line 4, key 'scenarios[0].steps[0]': there is no request; add one of get, post, put, delete, patch and head with a path`
            get: /\\nput: /| `line 4, key 'scenarios[0].steps[0]': get and put exclude each other: give one of them`
            get:| `line 4, key 'scenarios[0].steps[0].get': a value is missing`
            get: a| `line 4, key 'scenarios[0].steps[0].get': 'a': must be a path that begins with /, or a URL`
            get: /a b| `line 4, key 'scenarios[0].steps[0].get': a path must not contain spaces or #; write %20 and %23`
            get: https://other:8443/| `line 4, key 'scenarios[0].steps[0].get': https://other:8443 is not among the hosts of requests, https://localhost:8443; add it to hosts if it is yours`
            get: /${usr}| `line 4, key 'scenarios[0].steps[0].get': no value is called ${usr}; did you mean user?`
            get: /${user| `line 4, key 'scenarios[0].steps[0].get': '${' is not closed by '}'`
            get: /\\nheaders: {A: "${env:NOT_THERE}"}| `line 5, key 'scenarios[0].steps[0].headers.A': the environment has no variable NOT_THERE; set it`
            get: /\\nheaders: {Cookie: a}| `line 5, key 'scenarios[0].steps[0].headers.Cookie': the driver writes this header; leave out Host, Content-Length, Connection and Cookie`
            get: /\\nbody: a\\nform: {}| `line 6, key 'scenarios[0].steps[0].form': body and form exclude each other: give one`
            get: /\\ncheck: {status: 20}| `line 5, key 'scenarios[0].steps[0].check.status': '20' is not a status; give one such as 200, or 2xx, or a list`
            get: /\\ncheck: 302| `line 5, key 'scenarios[0].steps[0].check': an entry with the keys contains, header, json, regex, status is expected, not a number; write {status: …}`
            get: /\\ncheck: {status: [301, 302]}| `line 5, key 'scenarios[0].steps[0].check.status': redirects are followed, and the last answer is checked; to check the redirect itself, add follow: false`
            get: /\\ncheck: {follow: false}| `line 5, key 'scenarios[0].steps[0].check.follow': there is no key 'follow'; keys are contains, header, json, regex, status; 'follow' belongs in a step`
            get: /\\ncheck: {json: {"$.a[": 1}}| `line 5, key 'scenarios[0].steps[0].check.json.$.a[': '$.a[' is not a JSON path: brackets do not match`
            get: /\\ncheck: {json: {"$.a[x]": 1}}| `line 5, key 'scenarios[0].steps[0].check.json.$.a[x]': '$.a[x]' is not a JSON path: Could not parse token starting at position 3. Expected ?, ', 0-9, *`
            get: /\\ntake: {a: {json: "$.a[?(@.b == ']')].lenght()"}}| `line 5, key 'scenarios[0].steps[0].take.a.json': '$.a[?(@.b == ']')].lenght()' is not a JSON path: there is no function lenght; did you mean length?`
            get: /\\ntake: {a: {json: "$.."}}| `line 5, key 'scenarios[0].steps[0].take.a.json': '$..' is not a JSON path: Path must not end with a '.' or '..'`
            get: /${new:guid}| `line 4, key 'scenarios[0].steps[0].get': ${new:guid} does not exist; there are new:uuid, new:hex32, new:HEX32, new:digits10, new:text20, new:TEXT20`
            get: /\\ncheck: {json: {id: 1}}| `line 5, key 'scenarios[0].steps[0].check.json.id': 'id' is not a JSON path; one begins with $, such as $.id`
            get: /\\ncheck: {regex: "("}| `line 5, key 'scenarios[0].steps[0].check.regex': '(' is not a regular expression: Unclosed group`
            get: /\\ncheck: {regex: "(?=a)"}| `line 5, key 'scenarios[0].steps[0].check.regex': '(?=a)' is not supported: invalid or unsupported Perl syntax; use expressions of RE2, without lookaround, back references and possessive quantifiers`
            get: /\\ntake: {a: {regex: "a++"}}| `line 5, key 'scenarios[0].steps[0].take.a.regex': 'a++' is not supported: invalid nested repetition operator; use expressions of RE2, without lookaround, back references and possessive quantifiers`
            get: /\\ncheck: {json: {"$[?(@.a =~ /(b+)+/)]": 1}}| `line 5, key 'scenarios[0].steps[0].check.json.$[?(@.a =~ /(b+)+/)]': regular expressions are not supported in a JSON path; check with regex instead`
            get: /\\ncheck: {contains: "a ${user}"}| `line 5, key 'scenarios[0].steps[0].check.contains': values are not replaced here; compare with json: or header:`
            get: /\\ncheck: {json: {"$.${user}": 1}}| `line 5, key 'scenarios[0].steps[0].check.json.$.${user}': values are not replaced here; compare with json: or header:`
            get: /\\ntake: {a: {json: "$.${user}"}}| `line 5, key 'scenarios[0].steps[0].take.a.json': values are not replaced here; compare with json: or header:`
            get: /\\ntake: {a: {json: $.a, regex: b}}| `line 5, key 'scenarios[0].steps[0].take.a': give one of regex, json and header; regex may accompany header`
            get: /\\ntake: {user: {json: $.a}}| `line 5, key 'scenarios[0].steps[0].take.user': users have a value of this name already`
            get: /\\nthink: soon| `line 5, key 'scenarios[0].steps[0].think': 'soon' is not a duration; write a number and ms, s, min or h, such as 10s`
            get: /\\nreqests: []| `line 5, key 'scenarios[0].steps[0].reqests': there is no key 'reqests'; keys are body, bodyFile, check, delete, follow, form, get, head, headers, json, name, patch, post, put, requests, take, think, together`
            get: /\\nrequests: [{get: /}]| `line 4, key 'scenarios[0].steps[0].get': write it in one of the step's requests, since there are several`
            get: /${id}\\ntogether: [{get: /, take: {id: {json: $.id}}}]| `line 4, key 'scenarios[0].steps[0].get': ${id} is used before it is taken, at shop.yaml, line 5, key 'scenarios[0].steps[0].together[0].take.id'`
            """)
    void aFaultyStepIsRefused(String step, String expected) {
        assertEquals("shop.yaml, " + expected, fault(URL + "scenarios:\n  - steps:\n      - "
                + step.replace("\\n", "\n        ") + "\n"));
    }

    /** Keys next to a good scenario and URL, which are in lines 1 to 4. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            backEnd: pooled| `line 5, key 'backEnd': this is a setting of the bank, which your own service does not have; leave it out`
            besimPort: 1| `line 5, key 'besimPort': this is a setting of the bank, which your own service does not have; leave it out`
            sesions: 5| `line 5, key 'sesions': there is no key 'sesions'; did you mean sessions?`
            sessions: many| `line 5, key 'sessions': 'many' is not a whole number`
            sessions: 5\\narrivalRate: 1| `line 5, key 'sessions': sessions 5 and arrivalRate 1 exclude each other: give one of them`
            thinkTime: 3| `line 5, key 'thinkTime': thinkTime: '3' is not a duration; write a number and ms, s, min or h, such as 10s`
            pid: 2147483647| `line 5, key 'pid': no process on this machine has the number 2147483647`
            start: {}| `line 5: the key 'command' is missing`
            start: {command: "java 'a"}| `line 5, key 'start.command': a quote is not closed`
            start: {command: "java ${env:PATH}"}| `line 5, key 'start.command': ${...} is not replaced in commands, which all users of a machine see; put it into 'environment'`
            start: {command: java, directory: none}| `line 5, key 'start.directory': FOLDER/none is not a folder`
            start: {command: java, environment: {A: "${user}"}}| `line 5, key 'start.environment.A': only ${env:NAME} and ${file:PATH} are replaced here`
            start: {command: java, ready: //other.example/health}| `line 5, key 'start.ready': '//other.example/health': must be a path that begins with / and has no spaces`
            start: {command: java, ready: /a b}| `line 5, key 'start.ready': '/a b': must be a path that begins with / and has no spaces`
            limits: {bodyBytes: 0}| `line 5, key 'limits.bodyBytes': must be a number of bytes above 0`
            limits: {textBytes: 0}| `line 5, key 'limits.textBytes': 0 is too small; the least is 1`
            requestsPerSecond: 0| `line 5, key 'requestsPerSecond': must be a number of requests above 0`
            requestsPerSecond: .NaN| `line 5, key 'requestsPerSecond': a number is expected, not '.NaN'`
            requestsPerSecond: -.inf| `line 5, key 'requestsPerSecond': a number is expected, not '-.inf'`
            limits: {textBytes: .inf}| `line 5, key 'limits.textBytes': a whole number is expected, not '.inf'`
            limits: {bodyBytes: 99999999999999999999}| `line 5, key 'limits.bodyBytes': 99999999999999999999 is out of range; give another number`
            connect: {perUser: 0}| `line 5, key 'connect.perUser': 0 is too small; the least is 1`
            connect: {http: 3}| `line 5, key 'connect.http': '3': must be 1.1 or 2`
            connect: {http: 2, keepAlive: false}| `line 5, key 'connect.keepAlive': HTTP/2 keeps its connection; give http: 1.1`
            connect: {protocols: [SSLv3]}| `line 5, key 'connect.protocols': 'SSLv3': must be TLSv1.2 or TLSv1.3`
            connect: {cipherSuites: [AES]}| `line 5, key 'connect.cipherSuites[0]': 'AES' is not a suite of this JDK; use JSSE's names, such as TLS_AES_128_GCM_SHA256`
            connect: {trust: none.pem}| `line 5, key 'connect.trust': FOLDER/none.pem does not exist`
            connect: {trust: shop.yaml}| `line 5, key 'connect.trust': FOLDER/shop.yaml holds no certificates in PEM or DER`
            connect: {groups: [x25519, x25591]}| `line 5, key 'connect.groups[1]': 'x25591' is not a group that drivers offer; did you mean x25519 or X25519?`
            connect: {resumedConnections: 50%}| `line 5, key 'connect.resumedConnections': there is no key 'resumedConnections'; keys are certificate, cipherSuites, groups, http, keepAlive, key, perUser, protocols, trust; 'resumedConnections' belongs at the top of the file, not below another key`
            follow: false| `line 5, key 'follow': there is no key 'follow' at the top of the file; 'follow' belongs in a step`
            resumedConnections: 0.5| `line 5, key 'resumedConnections': resumedConnections '0.5': must be a share from 0% to 100%`
            connect: {key: a}| `line 5, key 'connect.key': certificate and key belong together: give both`
            hosts: [a/b]| `line 5, key 'hosts[0]': 'https://a/b' is not a host; write one such as cdn.localhost:8444, and paths in steps`
            hosts: [none.invalid]| `line 5, key 'hosts[0]': the host 'none.invalid' is not known to this machine; correct its name`
            """)
    void aFaultyKeyIsRefused(String keys, String expected) {
        assertEquals("shop.yaml, " + expected.replace("FOLDER/", ""),
                fault(URL + STEPS + keys.replace("\\n", "\n") + "\n"));
    }

    @Test
    void theRestOfFaults() throws IOException {
        assertTrue(fault(URL + STEPS + "---\n" + URL).startsWith("shop.yaml, line "), "a second document");
        assertTrue(fault("").startsWith("shop.yaml, line 1: keys and values are expected"), "an empty file");
        assertEquals("shop.yaml, line 1: the key 'url' is missing", fault(STEPS));
        assertEquals("shop.yaml, line 1: the key 'scenarios' is missing", fault(URL));
        assertEquals("shop.yaml, line 2, key 'scenarios': there is no scenario; add at least one",
                fault(URL + "scenarios: []\n"));
        assertEquals("shop.yaml, line 3, key 'scenarios[0]': give either steps or har",
                fault(URL + "scenarios:\n  - name: a\n"));
        assertEquals("shop.yaml, line 1, key 'url': {port} is a free port for a started service; write its port, "
                + "or add 'start'", fault("url: https://localhost:{port}\n" + STEPS));
        assertEquals("shop.yaml, line 2, key 'start.command': url has {port}, but neither command nor environment "
                + "has it; write {port} where the service gets its port",
                fault("url: https://localhost:{port}\nstart: {command: java}\n" + STEPS));
        assertEquals("shop.yaml, line 1, key 'url': 'ftp://localhost' is not a host; write one such as "
                + "https://localhost:8443, and paths in steps", fault("url: ftp://localhost\n" + STEPS));
        assertEquals("shop.yaml, line 5, key 'scenarios[0].only': this applies to recordings only; add har, or write it in "
                + "steps",
                fault(URL + STEPS + "    only: [a]\n"));
        for (String key : List.of("service", "iOwnThisHost", "showResponseText")) {
            String fault = fault(URL + STEPS + key + ": on\n");
            assertTrue(fault.startsWith("shop.yaml, line 5, key '%s': there is no key '%s'; ".formatted(key, key)), fault);
        }
        assertEquals("shop.yaml, line 1, key 'url': 'https://localhost:0' is not a host; write one such as "
                + "https://localhost:8443, and paths in steps", fault("url: https://localhost:0\n" + STEPS));
        assertEquals("shop.yaml, line 1, key 'url': the lab does not find the process behind "
                + "'https://127.1:8443'; use a name of letters, digits, - and ., or a whole IP address",
                fault("url: https://127.1:8443\npid: " + ProcessHandle.current().pid() + "\n" + STEPS));
        assertEquals("shop.yaml, line 2, key 'start.directory': none is not a folder", fault(URL
                + "start: {directory: none, command: '\"" + "a".repeat(20_000) + "\" " + "b".repeat(20_000) + "'}\n"
                + STEPS));
        assertEquals("service file none.yaml does not exist; for an example see experiments/service.yaml",
                assertThrows(InputException.class, () -> ServiceFile.read(Path.of("none.yaml"), false, true))
                        .getMessage());
    }
}

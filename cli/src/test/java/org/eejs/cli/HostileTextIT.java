package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Foreign text on the two output streams of the real programs: it neither controls a terminal nor forges a line. */
class HostileTextIT {
    private static final Path ROOT = Path.of(System.getProperty("eejs.home")).getParent().getParent();
    private static final Path RESULT = ROOT.resolve(
            "report/src/test/resources/org/eejs/report/rendering-fixture/result.json");
    private static final String FORGED = "results/fake-line: valid";
    /** A colour, the window's title, a bell, forged lines, and characters that reverse or hide text. */
    private static final String HOSTILE = "\u001b[31mRED\u001b]0;owned\u0007 gone\n" + FORGED + "\r" + FORGED
            + "\u0085" + FORGED + "\u2028" + FORGED + "\u0000\t\b\u007f\u009b2J\u202e\u2066\u200f\u061c\u200b\ufeff"
            + "\udb40\udc41\ud83d end";
    private static final Pattern DANGEROUS = Pattern.compile(
            "[\\p{Cc}\\p{Cf}\\p{Cs}\\u2028\\u2029\\x{E0000}-\\x{E0FFF}&&[^\\n]]");
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private static void assertHarmless(EejsProcess eejs) throws IOException {
        for (String printed : List.of(eejs.out(), eejs.err())) {
            List<String> found = DANGEROUS.matcher(printed).results().map(each -> "U+%04X in %s".formatted(
                    each.group().codePointAt(0), printed.substring(Math.max(0, each.start() - 40), each.start())))
                    .toList();
            assertEquals(List.of(), found);
            assertFalse(printed.lines().anyMatch(line -> line.startsWith(FORGED)), printed);
        }
    }

    private Path hostileResult() throws IOException {
        ObjectNode result = (ObjectNode) JSON.readTree(RESULT.toFile());
        result.put("command", HOSTILE).put("startedAt", HOSTILE);
        ((ObjectNode) result.get("disclosure")).put("kernel", HOSTILE);
        ((ObjectNode) result.at("/observations/0/cell")).put("configuration", HOSTILE);
        ((ObjectNode) result.at("/observations/0")).put("valid", false);
        ((ArrayNode) result.at("/observations/0/invalid")).addObject().put("kind", "timeOuts").put("text", HOSTILE);
        ((ArrayNode) result.at("/disclosure/deviations")).add(HOSTILE);
        Path file = Files.createDirectories(folder.resolve("results/" + named())).resolve("result.json");
        JSON.writeValue(file.toFile(), result);
        return file.getParent();
    }

    /** Returns hostile characters that a file name can contain. */
    private static String named() {
        return "\u001b[31mred\n" + FORGED.replace('/', '-') + "\u202e";
    }

    @Test
    void aForeignResultIsListedAndReportedHarmlessly() throws Exception {
        Path result = hostileResult();
        for (String[] words : new String[][] {{"report", "last"}, {"bench", "compare", result.toString(),
            result.toString()}}) {
            try (EejsProcess eejs = new EejsProcess(folder, words)) {
                eejs.awaitExit();
                assertHarmless(eejs);
            }
        }
        try (EejsProcess eejs = new EejsProcess(folder, "results")) {
            assertEquals(0, eejs.awaitExit(), eejs.err());
            assertHarmless(eejs);
            assertEquals(2, eejs.out().lines().count(), "a heading and a line: " + eejs.out());
        }
    }

    @Test
    void jsonIsHarmlessAndComplete() throws Exception {
        Path result = hostileResult();
        try (EejsProcess eejs = new EejsProcess(folder, "report", "--json", result.toString())) {
            assertEquals(0, eejs.awaitExit(), eejs.err());
            assertHarmless(eejs);
            JsonNode printed = JSON.readTree(eejs.out());
            assertEquals(HOSTILE, printed.get("command").asText());
            assertEquals(HOSTILE, printed.at("/observations/0/cell/configuration").asText());
        }
        try (EejsProcess eejs = new EejsProcess(folder, "results", "--json")) {
            assertEquals(0, eejs.awaitExit(), eejs.err());
            assertHarmless(eejs);
            assertEquals(HOSTILE, JSON.readTree(eejs.out()).get(0).get("command").asText());
        }
    }

    /** Words are split at spaces; {} becomes a hostile argument. */
    @ParameterizedTest
    @ValueSource(strings = {"{}", "compare --metric {} --aa", "keyserver init d --keys {}", "sign {}", "bank --besim {}"})
    void anArgumentIsEchoedHarmlessly(String words) throws Exception {
        assertEchoedHarmlessly(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"run --{}", "report {}", "verify --signers {} m.xml", "besim --{}", "agent --bank {}"})
    @Tag("long")
    void soAreTheOthers(String words) throws Exception {
        assertEchoedHarmlessly(words);
    }

    private void assertEchoedHarmlessly(String words) throws Exception {
        String argument = HOSTILE.replace("\u0000", "").replace("\ud83d", "");
        try (EejsProcess eejs = new EejsProcess(folder, List.of(words.split(" ")).stream()
                .map(word -> word.replace("{}", argument)).toArray(String[]::new))) {
            assertTrue(eejs.awaitExit() > 0);
            assertHarmless(eejs);
            assertTrue(eejs.err().lines().count() > 0);
        }
    }

    @Test
    void aServiceThatAnswersInEscapeSequencesCannotPrintThem() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = ("{\"user\":\"" + HOSTILE.replace("\ud83d", "") + "\"}").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("X-Name", "\u001b]0;owned\u0007");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            Files.writeString(folder.resolve("service.yaml"), """
                    url: http://localhost:%d
                    scenarios: [{name: a, steps: [{name: b, get: /, check: {regex: welcome}}]}]
                    """.formatted(server.getAddress().getPort()));
            try (EejsProcess eejs = new EejsProcess(folder, "run", "--service", "service.yaml")) {
                assertTrue(eejs.awaitExit() > 0);
                assertHarmless(eejs);
                assertTrue(eejs.err().contains("welcome"), eejs.err());
            }
        } finally {
            server.stop(0);
        }
    }

    /** A line that begins like EEJS's progress, whose control sequences only a terminal gets. */
    @Test
    void onATerminalOnlyTheOwnSequencesPass() throws Exception {
        Path result = hostileResult();
        Process script = new ProcessBuilder("script", "-qec", EejsProcess.command() + " results", "/dev/null")
                .directory(folder.toFile()).redirectErrorStream(true).start();
        String shown = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, script.waitFor(), shown);
        assertTrue(shown.contains("RED"), shown);
        assertEquals(0, IntStream.range(0, shown.length()).filter(i -> shown.charAt(i) == 0x1b).count(), shown);
        assertTrue(Files.exists(result));
    }
}

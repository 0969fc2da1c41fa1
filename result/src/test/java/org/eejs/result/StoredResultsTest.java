package org.eejs.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Results that were written before there was a kind of its own for each are read, and lose nothing. */
class StoredResultsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"run,Runs", "run-invalid,Runs", "compare,RunsCompared", "compare-xml,RunsCompared",
        "capacity,CapacitiesSought", "bench,Bench", "bench-compare,BenchesCompared", "bench-remote-key,RemoteKeys",
        "xml,Xml", "xml-run,RunOfXml"})
    void nothingIsLost(String name, String kind) throws Exception {
        Result result = read(name);
        assertEquals(kind, result.measured().getClass().getSimpleName());
        assertEquals(meant(stored(name)), JSON.readTree(RunDirectory.json(result)));
        new RunDirectory(folder).write(result);
        assertEquals(result, RunDirectory.read(folder));
    }

    /** What a run of the XML workload did not measure is not 0 any more: it is not there. */
    private static JsonNode meant(JsonNode stored) {
        for (JsonNode run : stored.path("runs")) {
            ObjectNode each = (ObjectNode) run;
            if (each.has("xml")) {
                each.remove(List.of("sessions", "pages", "pagesPerSecond", "httpRequests", "notModified",
                        "failedPages", "mixDeviation", "good", "tolerable", "failed", "cpuMsPerPage", "gcMs",
                        "allocatedBytesPerPage", "backEndCalls"));
            }
            if (each.path("valid").asBoolean() && !each.has("invalidKinds")) {
                each.putArray("invalidKinds");
            }
        }
        return stored;
    }

    @Test
    void theFiguresOfARunAreReadIntoTheirGroups() throws Exception {
        Result.Run run = read("run").runs().get(0);
        BankingFigures figures = run.banking();
        assertTrue(run.valid() && run.steady());
        assertEquals(3_273, figures.load().pages());
        assertEquals(68.7, figures.times().responseTimeMs().p99());
        assertEquals(4, figures.times().percentiles().size());
        assertEquals(17, figures.mix().perPage().size());
        assertTrue(figures.mix().withinLimit() && figures.qos().met());
        assertEquals(figures.quality().good(), figures.qos().good());
        assertEquals(figures.tls().handshakesWholeRun().client(), figures.tls().handshakesWholeRun().bank());
        assertEquals(List.of("bank", "besim", "driver"), List.copyOf(figures.usage().cpuSeconds().keySet()));
        assertNull(figures.served().services());
        assertEquals(2, figures.timeSeries().stream().filter(second -> second.second() < 2).count());
    }

    /** Earlier versions measured the bank's CPU in units of the back end's. */
    @Test
    void aFigureThatIsMeasuredNoMoreIsNotRead() throws Exception {
        JsonNode stored = stored("run");
        ((ObjectNode) stored.path("runs").get(0)).put("appCpuPerBackEndCpu", 2.4);
        Path file = Files.writeString(folder.resolve("earlier.json"), stored.toString());
        assertEquals(read("run"), RunDirectory.read(file));
    }

    @Test
    void reasonsOfOlderResultsHaveNoKind() throws Exception {
        Result.Run run = read("run-invalid").runs().get(0);
        assertFalse(run.valid());
        assertEquals(2, run.invalid().size());
        assertTrue(run.invalid().stream().allMatch(reason -> reason.kind() == null));
        assertTrue(run.invalidReasons().get(1).endsWith("handshakes with the bank failed"));
    }

    @Test
    void aRunThatIsInvalidWithoutAReasonStaysInvalid() throws Exception {
        Result.Run run = JSON.readValue("{\"valid\": false}", Result.Run.class);
        assertFalse(run.valid());
        assertEquals(List.of("no reason was recorded"), run.invalidReasons());
        assertEquals(BankingFigures.NONE, run.figures());
    }

    @Test
    void aRunOfXmlHasNoFiguresOfABank() throws Exception {
        Result.Run run = read("compare-xml").runs().get(0);
        assertEquals(1_001, assertInstanceOf(Xml.Round.class, run.figures()).transactionsPerSecond());
        assertThrows(ClassCastException.class, run::banking);
        assertFalse(RunDirectory.json(read("compare-xml")).contains("\"sessions\""));
    }

    @Test
    void whatIsNoResultIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("result.json"), "{\"schema\": \"another/1\"}");
        assertTrue(assertThrows(InputException.class, () -> RunDirectory.read(file)).getMessage()
                .endsWith("is not a result of the form eejs-result/1"));
        Files.writeString(file, "{\n\"schema\": 1,\n\"unknown\": 2}");
        assertTrue(assertThrows(InputException.class, () -> RunDirectory.read(file)).getMessage()
                .contains("line 3 is not a result: "));
    }

    private static Result read(String name) {
        return RunDirectory.read(path(name));
    }

    private static JsonNode stored(String name) throws IOException {
        return JSON.readTree(path(name).toFile());
    }

    private static Path path(String name) {
        return Path.of("src/test/resources/org/eejs/result/stored", name + ".json");
    }
}

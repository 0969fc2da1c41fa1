package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.eejs.report.bench.ScoreTable;
import org.eejs.report.remotekeys.PointTable;
import org.eejs.result.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A committed result must give the committed report. After an intended change, {@code -Deejs.golden=write} writes the
 * files again; read the changes before you commit them.
 */
class GoldenFilesTest {
    private static final Path GOLDEN = Path.of("src/test/resources/org/eejs/report/rendering-fixture");
    private static final boolean WRITE = "write".equals(System.getProperty("eejs.golden"));
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void theResultIsWhatTheFixtureMakes() throws IOException {
        assertGolden("result.json", recordedForm(RenderingFixture.valid()));
    }

    @Test
    void theResultStatesThatItIsNoMeasurement() throws IOException {
        assertEquals("RENDERING FIXTURE: every figure of this result is invented; nothing was measured",
                recorded().disclosure().deviations().get(0));
    }

    @Test
    void linesOfServices() throws IOException {
        assertGolden("service.txt", Report.terminal(ServiceFixture.measured())
                + Report.terminal(ServiceFixture.answersAlone()) + Report.terminal(ServiceFixture.compared()));
    }

    @Test
    void theResultOfAServiceIsReadAsItWasWritten() throws IOException {
        String json = JSON.writeValueAsString(ServiceFixture.measured());
        assertEquals(Report.markdown(List.of(ServiceFixture.measured())),
                Report.markdown(List.of(JSON.readValue(json, Result.class))));
    }

    @Test
    void theResultAboutPrimitivesIsWhatTheFixtureMakes() throws IOException {
        assertGolden("bench-result.json", recordedForm(BenchFixture.xml()));
    }

    @Test
    void figuresOfPrimitives() throws IOException {
        assertGolden("bench.csv", ScoreTable.csv(List.of(BenchFixture.full())));
    }

    @Test
    void theResultOfAReproductionIsReadAsItWasWritten() throws IOException {
        String json = JSON.writeValueAsString(ReproductionFixture.result());
        assertGolden("reproduction.json", json + '\n');
        assertEquals(ReproductionFixture.result(), JSON.readValue(json, Result.class));
    }

    @Test
    void linesOfAReproduction() throws IOException {
        assertGolden("reproduction.txt", Report.terminal(ReproductionFixture.result()));
    }

    @Test
    void linesOfASearchForTheCheapestConfiguration() throws IOException {
        assertGolden("tuning.txt", Report.terminal(TuningFixture.found()) + Report.terminal(TuningFixture.nothing()));
        assertGolden("tuning.md", Report.markdown(List.of(TuningFixture.found())));
    }

    @Test
    void figuresOfRemoteKeys() throws IOException {
        assertGolden("remote-key.csv", PointTable.csv(List.of(RemoteKeyFixture.full())));
    }

    @Test
    void figuresOfExperiments() throws IOException {
        Map<String, String> files = CsvFiles.files(List.of(ComparisonFixture.six(), CapacityFixture.two()));
        for (String name : List.of("runs.csv", "comparisons.csv", "capacity.csv")) {
            assertGolden(name, files.get(name));
        }
    }

    /** A report with the name of its golden files. */
    record Shown(String name, List<Result> results) {
        private static Shown of(String name, Result... results) {
            return new Shown(name, List.of(results));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Shown> reports() throws IOException {
        return Stream.of(Shown.of("report", recorded()),
                Shown.of("missed", RenderingFixture.slow()),
                Shown.of("empty", RenderingFixture.empty()),
                Shown.of("service", ServiceFixture.measured()),
                Shown.of("service-answers-alone", ServiceFixture.answersAlone()),
                Shown.of("service-comparison", ServiceFixture.compared()),
                Shown.of("comparison", ComparisonFixture.six()),
                Shown.of("capacity", CapacityFixture.two()),
                Shown.of("capacity-open", CapacityFixture.open()),
                Shown.of("bench", BenchFixture.full()),
                Shown.of("bench-empty", BenchFixture.empty()),
                Shown.of("bench-compare", BenchFixture.compared()),
                Shown.of("remote-key", RemoteKeyFixture.full()),
                Shown.of("reproduction", ReproductionFixture.result()),
                Shown.of("xml", BenchFixture.xml()));
    }

    @ParameterizedTest
    @MethodSource("reports")
    void markdown(Shown report) throws IOException {
        assertGolden(report.name() + ".md", Report.markdown(report.results()));
    }

    /** The reports of single results have separate files. */
    @Test
    void figuresSideBySide() throws IOException {
        assertGolden("side-by-side.md", Report.markdown(List.of(recorded(), RenderingFixture.slow(),
                RenderingFixture.invalid(), ComparisonFixture.of("E"))).replaceFirst("(?s)\n## .*", ""));
    }

    /** Returns reports that together have all kinds of elements. */
    static Stream<Shown> pages() throws IOException {
        Set<String> names = Set.of("report", "empty", "capacity", "bench-compare", "reproduction", "xml");
        return reports().filter(report -> names.contains(report.name()));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void html(Shown report) throws IOException {
        assertGolden(report.name() + ".html", GoldenHtml.of(Report.html(report.results())));
    }

    /** Returns a result as JSON, one object per line. */
    private static String recordedForm(Result result) throws IOException {
        return JSON.writeValueAsString(result).replace("},{", "},\n{") + '\n';
    }

    @Test
    void timeSeries() throws IOException {
        assertGolden("timeseries.csv", CsvFiles.files(List.of(recorded())).get("timeseries.csv"));
    }

    @Test
    void figuresOfPages() throws IOException {
        assertGolden("pages.csv", CsvFiles.files(List.of(recorded())).get("pages.csv"));
    }

    static Result recorded() throws IOException {
        if (WRITE) {
            Files.createDirectories(GOLDEN);
            Files.writeString(GOLDEN.resolve("result.json"), recordedForm(RenderingFixture.valid()));
        }
        return JSON.readValue(GOLDEN.resolve("result.json").toFile(), Result.class);
    }

    private static void assertGolden(String name, String actual) throws IOException {
        Path file = GOLDEN.resolve(name);
        if (WRITE) {
            Files.createDirectories(GOLDEN);
            Files.writeString(file, actual);
        }
        assertEquals(Files.readString(file), actual, name);
    }
}

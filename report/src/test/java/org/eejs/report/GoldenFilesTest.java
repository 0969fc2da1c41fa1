package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eejs.report.bench.ScoreTable;
import org.eejs.report.experiment.ExperimentCsv;
import org.eejs.report.remotekeys.PointTable;
import org.eejs.report.xml.XmlTables;
import org.eejs.result.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A checked-in result must give the checked-in report. After a change that is meant, {@code -Deejs.golden=write} writes
 * the files again; read what changed before you commit it.
 */
class GoldenFilesTest {
    private static final Path GOLDEN = Path.of("src/test/resources/org/eejs/report/rendering-fixture");
    private static final boolean WRITE = "write".equals(System.getProperty("eejs.golden"));
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    @Test
    void theResultIsWhatTheFixtureMakes() throws IOException {
        assertGolden("result.json", JSON.writeValueAsString(RenderingFixture.valid()) + '\n');
    }

    @Test
    void theResultSaysThatItIsNoMeasurement() throws IOException {
        assertEquals("RENDERING FIXTURE: every figure of this result is invented; nothing was measured",
                recorded().disclosure().deviations().get(0));
    }

    @Test
    void markdown() throws IOException {
        assertGolden("report.md", Report.markdown(List.of(recorded())));
    }

    @Test
    void markdownSideBySide() throws IOException {
        assertGolden("side-by-side.md", Report.markdown(List.of(recorded(), RenderingFixture.slow(),
                RenderingFixture.invalid())));
    }

    @Test
    void markdownOfAComparison() throws IOException {
        assertGolden("comparison.md", Report.markdown(List.of(ComparisonFixture.six())));
    }

    @Test
    void markdownOfTwoConfigurations() throws IOException {
        assertGolden("comparison-of-two.md", Report.markdown(List.of(ComparisonFixture.of("C"))));
    }

    @Test
    void markdownOfACapacity() throws IOException {
        assertGolden("capacity.md", Report.markdown(List.of(CapacityFixture.two())));
    }

    @Test
    void markdownOfAService() throws IOException {
        assertGolden("service.md", Report.markdown(List.of(ServiceFixture.measured())));
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
        // Indented it would be ten times as many lines as there are figures.
        assertGolden("bench-result.json", new ObjectMapper().writeValueAsString(BenchFixture.full())
                .replace("},{", "},\n{") + '\n');
    }

    @Test
    void markdownOfPrimitives() throws IOException {
        assertGolden("bench.md", Report.markdown(List.of(recordedBench())));
    }

    @Test
    void figuresOfPrimitives() throws IOException {
        assertGolden("bench.csv", ScoreTable.csv(List.of(recordedBench())));
    }

    @Test
    void markdownOfPrimitivesCompared() throws IOException {
        assertGolden("bench-compare.md", Report.markdown(List.of(BenchFixture.compared())));
    }

    @Test
    void markdownOfRemoteKeys() throws IOException {
        assertGolden("remote-key.md", Report.markdown(List.of(RemoteKeyFixture.full())));
    }

    @Test
    void markdownOfAReproduction() throws IOException {
        assertGolden("reproduction.md", Report.markdown(List.of(ReproductionFixture.result())));
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
    void figuresOfRemoteKeys() throws IOException {
        assertGolden("remote-key.csv", PointTable.csv(List.of(RemoteKeyFixture.full())));
    }

    @Test
    void markdownOfXml() throws IOException {
        assertGolden("xml.md", Report.markdown(List.of(XmlFixture.full())));
    }

    @Test
    void figuresOfXml() throws IOException {
        assertGolden("xml.csv", XmlTables.csv(List.of(XmlFixture.full())));
    }

    @Test
    void markdownOfTransactions() throws IOException {
        assertGolden("transactions.md", Report.markdown(List.of(TransactionReportTest.comparison())));
    }

    @Test
    void figuresOfExperiments() throws IOException {
        for (Map.Entry<String, String> file : ExperimentCsv.files(List.of(ComparisonFixture.six(),
                CapacityFixture.two(), TransactionReportTest.comparison())).entrySet()) {
            assertGolden(file.getKey(), file.getValue());
        }
    }

    /** What a page holds between its constant parts, by the name of its golden file. */
    record Page(String name, List<Result> results) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Page> pagesOfFixtures() throws IOException {
        return Stream.of(new Page("report.html", List.of(recorded())),
                new Page("missed.html", List.of(RenderingFixture.slow())),
                new Page("side-by-side.html", List.of(recorded(), RenderingFixture.invalid(), ComparisonFixture.of("E"),
                        TransactionReportTest.comparison())),
                new Page("empty.html", List.of(RenderingFixture.empty())),
                new Page("service.html", List.of(ServiceFixture.measured())),
                new Page("service-answers-alone.html", List.of(ServiceFixture.answersAlone())),
                new Page("service-comparison.html", List.of(ServiceFixture.compared())),
                new Page("comparison.html", List.of(ComparisonFixture.six())),
                new Page("comparison-of-two.html", List.of(ComparisonFixture.of("C"))),
                new Page("capacity.html", List.of(CapacityFixture.two())),
                new Page("capacity-open.html", List.of(CapacityFixture.open())),
                new Page("transactions.html", List.of(TransactionReportTest.comparison())),
                new Page("bench.html", List.of(recordedBench())),
                new Page("bench-empty.html", List.of(BenchFixture.empty())),
                new Page("bench-compare.html", List.of(BenchFixture.compared())),
                new Page("remote-key.html", List.of(RemoteKeyFixture.full())),
                new Page("reproduction.html", List.of(ReproductionFixture.result())),
                new Page("xml.html", List.of(XmlFixture.full())),
                new Page("xml-failed.html", List.of(XmlFixture.failed())));
    }

    @ParameterizedTest
    @MethodSource("pagesOfFixtures")
    void html(Page page) throws IOException {
        assertGolden(page.name(), GoldenHtml.of(Report.html(page.results())));
    }

    private static Result recordedBench() throws IOException {
        return JSON.readValue(GOLDEN.resolve("bench-result.json").toFile(), Result.class);
    }

    @Test
    void timeSeries() throws IOException {
        assertGolden("timeseries.csv", CsvFiles.timeSeries(List.of(recorded())));
    }

    @Test
    void pages() throws IOException {
        assertGolden("pages.csv", CsvFiles.pages(List.of(recorded())));
    }

    static Result recorded() throws IOException {
        if (WRITE) {
            Files.createDirectories(GOLDEN);
            Files.writeString(GOLDEN.resolve("result.json"), JSON.writeValueAsString(RenderingFixture.valid()) + '\n');
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

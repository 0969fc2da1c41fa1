package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.eejs.report.experiment.CommandLine;
import org.eejs.report.experiment.ComparisonFinding;
import org.eejs.report.experiment.ExperimentReport;
import org.eejs.report.experiment.WhyTable;
import org.eejs.report.page.Block;
import org.eejs.report.table.Table;
import org.eejs.report.table.TableCell;
import org.eejs.result.HostFigures;
import org.eejs.result.JdkDifference;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.junit.jupiter.api.Test;

/** The report of several configurations: the parts that it must contain, and those that it must not. */
class ExperimentReportTest {
    @Test
    void figuresAreThereWithoutScript() {
        String html = text(ComparisonFixture.six());
        for (String words : List.of("E costs least: 11.6% less application CPU per page than B (95% CI",
                "Relative to B", "Normalized response time", "AmazonCorrettoCryptoProvider", "✕ SunJCE",
                "requested: Conscrypt", "F was stopped after 2 runs", "Run 3 of D is invalid",
                "had not settled (1 of C)", "Published figures", "E, relative to B", "1.345", "Table 0",
                "-XX:-UseAESIntrinsics", "RENDERING FIXTURE", "runs/")) {
            assertTrue(html.contains(words), words);
        }
        String capacity = text(CapacityFixture.two());
        for (String words : List.of("E has the highest capacity: 466 sessions (95% CI 455 to 479), 10% more than B",
                "explore",
                "unusable", "2 probes at 459 to 470", "at least 95% of pages good")) {
            assertTrue(capacity.contains(words), words);
        }
    }

    @Test
    void aDecidedDifferenceIsExplainedOnceAndItsPartsSumToIt() {
        Result six = ComparisonFixture.six();
        List<String> reasons = reasons(six);
        assertEquals(List.of("E", "A"), reasons.stream().map(reason -> reason.substring(0, 1)).toList(),
                "of C and D nothing was decided");
        ExperimentReport experiment = ExperimentReport.of(six);
        Table table = ((Block.Figures) new WhyTable(experiment.configurations(), "B").table()).table();
        int column = 1 + experiment.names().indexOf("E");
        Result.Comparison cpu = six.comparisons().stream().filter(each -> each.isOf("appCpuMsPerPage", "E"))
                .findFirst().orElseThrow();
        double parts = table.rows().stream().filter(row -> !row.get(0).line().equals("JIT compiler"))
                .mapToDouble(row -> number(row.get(column).parts(TableCell.Look.SMALL).get(0).text())).sum();
        double whole = cpu.mean() - cpu.baselineMean();
        assertEquals(whole, parts, 0.005 * table.rows().size());
        assertTrue(reasons.get(0).startsWith("E costs %.2f ms less CPU per page: ".formatted(-whole)), reasons.get(0));
        assertEquals(2, text(ComparisonFixture.six()).split("E costs 0", -1).length, "it stands once");
    }

    /** E spends less CPU on TLS than the baseline; C spends the same. */
    @Test
    void aDifferenceOfJdksExplainsACostOnlyWhereTheCpuThatItAffectsChanged() {
        List<JdkDifference> differences = Stream.of("E", "C").flatMap(name -> Stream.of(
                new JdkDifference(name, JdkDifference.Area.WIRE, "ClientHello, bytes", "270", "1493"),
                new JdkDifference(name, JdkDifference.Area.ROOT, "CN=Root", "CN=Root", null),
                new JdkDifference(name, JdkDifference.Area.FLAG, "AllocatePrefetchLines", "3", "4"))).toList();
        List<String> rows = Report.markdown(List.of(ComparisonFixture.six().withJdks(differences))).lines()
                .filter(line -> line.startsWith("|") && Stream.of("ClientHello, bytes", "CN=Root",
                        "AllocatePrefetchLines").anyMatch(line::contains)).toList();
        assertEquals(6, rows.size(), rows.toString());
        assertTrue(rows.get(0).matches(".*\\| may explain users’ TLS −0\\.\\d+, back end’s TLS −0\\.\\d+ \\|"), rows.get(0));
        assertTrue(rows.get(1).matches(".*\\| none *\\|"), rows.get(1));
        assertTrue(rows.get(2).matches(".*\\| not known *\\|"), rows.get(2));
        assertTrue(rows.get(3).matches(".*\\| explains none *\\|"), rows.get(3));
    }

    @Test
    void whatWasNotDecidedByCpuOrIsBiasedIsNotExplained() {
        Result two = ComparisonFixture.of("E");
        assertEquals(1, reasons(two).size());
        Result.Procedure procedure = two.procedure();
        assertEquals(List.of(), reasons(with(two, new Result.Procedure("B", "responseTimeMs.mean",
                procedure.precision(), procedure.margin(), 3, 5, 0.95, null, null), two.observations())));
        assertEquals(List.of(), reasons(with(two, procedure, two.observations().stream().map(run -> ChangedRun.of(run)
                .profiled(CpuProfileFixture.hostile("words"), null).run()).toList())));
    }

    private static Result with(Result compared, Result.Procedure procedure, List<Observation> runs) {
        return Result.of(compared.command(), compared.startedAt(), compared.settings(), compared.disclosure(),
                procedure,
                compared.configurations(), runs, compared.comparisons(), null, null);
    }

    @Test
    void runsOnHostsAreNotComparedWithOthersWithoutACaution() {
        Result here = RenderingFixture.valid();
        HostFigures host = new HostFigures("alpha", List.of("bank"), new HostFigures.Machine("Linux",
                here.disclosure().cpu(), here.disclosure().memory(), new Result.JdkInfo("17.0.15", "vendor", "vm")),
                new HostFigures.Link(120, 90L, 0, 60, 2_500L), HostFigures.Use.NONE);
        Result there = Result.ofRun(here.command(), here.startedAt(), here.settings(), here.disclosure(),
                ChangedRun.of(here.observations().get(0)).on(List.of(host)).run());
        assertTrue(Report.markdown(List.of(here, there)).contains("B ran on several hosts"));
        assertFalse(Report.markdown(List.of(there, there)).contains("ran on several hosts"));
        assertTrue(Report.markdown(List.of(there)).contains("0 µs ± 60 µs, then moved by 2.5 ms"));
    }

    @Test
    void adviceFitsWhyNothingWasDecided() {
        Result spread = ComparisonFixture.of("D");
        List<Observation> runs = spread.observations();
        assertTrue(statement(spread, runs).matches("(?s).*The spread of the runs is too large for a "
                + "verdict\\. About \\d+ runs each would suffice: continue with --resume and --max-runs \\d+\\."),
                statement(spread, runs));
        List<Observation> cold = runs.stream().map(run -> ChangedRun.of(run).steady(false).run()).toList();
        assertTrue(statement(spread, cold).contains("A longer warm-up helps, more runs do not: repeat without "
                + "--quick, or with --warm-up auto."), statement(spread, cold));
        List<Observation> invalid = runs.stream().map(run -> run.round() < 3 ? run
                : run.invalid(RenderingFixture.reasons("the driver was at its limit"))).toList();
        assertTrue(statement(spread, invalid).contains("Only 4 of 10 runs were valid"), statement(spread, invalid));
    }

    private static String statement(Result compared, List<Observation> runs) {
        return String.join(" ", ComparisonFinding.of(ExperimentReport.of(with(compared, compared.procedure(), runs)))
                .statement());
    }

    private static List<String> reasons(Result compared) {
        return ComparisonFinding.of(ExperimentReport.of(compared)).statement().stream()
                .filter(sentence -> sentence.contains(" CPU per page: ")).toList();
    }

    private static double number(String signed) {
        return Double.parseDouble(signed.replace('−', '-'));
    }

    @Test
    void runsAreNotShownOneByOne() {
        assertFalse(text(ComparisonFixture.six()).contains("Response time by percentile"));
        assertEquals(0, Document.of(List.of(ComparisonFixture.six())).runs().size());
    }

    @Test
    void theTitleIsTheFinding() {
        assertTrue(Report.html(List.of(ComparisonFixture.six())).contains("<title>EEJS: E costs least: "));
    }

    @Test
    void commonFactsAppearOnce() {
        String html = text(ComparisonFixture.six());
        assertEquals(2, html.split("Linux 6.1.0", -1).length);
        assertTrue(html.contains("Bank: -Xms1g -Xmx1g -Djdk.tls.namedGroups=x25519"));
        assertTrue(html.contains("as B"));
    }

    @Test
    void noCommandIsInventedForSeveralConfigurations() {
        assertNull(CommandLine.of(ComparisonFixture.six()));
        assertFalse(text(ComparisonFixture.six()).contains("Command to repeat it"));
        assertFalse(text(ComparisonFixture.six()).contains("settings were not recorded"));
        assertFalse(Report.markdown(List.of(CapacityFixture.two())).contains("./eejs capacity"));
    }

    @Test
    void withOtherResultsEachConfigurationIsARow() {
        Document document = Document.of(List.of(ComparisonFixture.of("E"), RenderingFixture.valid()));
        assertEquals("EEJS: 2 results", document.title());
        assertEquals(List.of("configuration B", "configuration E", "modern on JDK 17.0.15"),
                links(document).stream().map(TableCell.Link::name).toList());
        assertEquals(List.of("experiment-1", "experiment-1", "run-C"),
                links(document).stream().map(TableCell.Link::anchor).toList());
        assertNull(Document.of(List.of(ComparisonFixture.six())).sideBySide());
        Document twice = Document.of(List.of(ComparisonFixture.of("E"), ComparisonFixture.of("D")));
        assertEquals(List.of("configuration B of experiment 1", "configuration E", "configuration B of experiment 2",
                "configuration D"), links(twice).stream().map(TableCell.Link::name).toList());
    }

    private static List<TableCell.Link> links(Document document) {
        return document.sideBySide().table().rows().stream().map(row -> (TableCell.Link) row.get(0).parts().get(0))
                .toList();
    }

    @Test
    void textFromDataStaysText() {
        for (Result result : List.of(HostileData.comparison(), HostileData.capacity())) {
            String html = Report.html(List.of(result));
            assertFalse(html.contains(HostileData.SCRIPT));
            assertFalse(html.contains("<script>console.error"));
            assertEquals(3, html.split("<script", -1).length - 1);
            for (String place : List.of("b|* ", "skipped ", "reason ")) {
                assertTrue(text(result).toLowerCase(Locale.ROOT).contains(place + "</script><script>console.error"),
                        place);
            }
            String markdown = Report.markdown(List.of(result));
            assertFalse(markdown.contains("<script"));
            assertTrue(markdown.contains("B\\|\\* &lt;/script"));
        }
        for (String place : List.of("metric ", "service ", "requested: asked ", "provider ", "ended: stopped ", "source ",
                "figure ", "Words ")) {
            assertTrue(text(HostileData.comparison()).contains(place + "</script>"), place);
        }
        for (String place : List.of("purpose ", "capacity: criterion ")) {
            assertTrue(text(HostileData.capacity()).contains(place + "</script>"), place);
        }
    }

    @Test
    void everyRowOfEveryTableHasAsManyCellsAsItsHead() {
        for (Result result : List.of(ComparisonFixture.six(), HostileData.comparison(), HostileData.capacity())) {
            int columns = 0;
            for (String line : Report.markdown(List.of(result)).split("\n")) {
                int cells = line.startsWith("|") ? line.replace("\\|", "").split("\\|", -1).length : 0;
                assertTrue(columns == 0 || cells == 0 || cells == columns, line);
                columns = cells;
            }
        }
    }

    @Test
    void nothingIsMissedWhereNothingWasMeasured() {
        for (Result result : List.of(ComparisonFixture.begun(),
                Result.of("compare", null, null, null, null, List.of(), List.of(), List.of(), null, null),
                Result.of("capacity", null, null, null, null, List.of(), List.of(), List.of(), List.of(), null))) {
            assertFalse(text(result).contains("null"), text(result));
            assertFalse(Report.markdown(List.of(result)).contains("null"));
        }
        assertTrue(text(ComparisonFixture.begun()).contains("B was not run: The JDK 99 was not found."));
    }

    @Test
    void csvFilesHoldRunsComparisonsAndProbes() {
        Map<String, String> files = CsvFiles.files(List.of(CapacityFixture.two(), ComparisonFixture.six()));
        assertTrue(files.keySet().containsAll(List.of("runs.csv", "comparisons.csv", "capacity.csv")));
        assertEquals(1 + 24 + 27, files.get("runs.csv").lines().count());
        assertEquals(1 + 5 * 10, files.get("comparisons.csv").lines().count());
        assertEquals(1 + 24 + 0, files.get("capacity.csv").lines().count());
        assertTrue(files.get("capacity.csv").contains("2026-11-21T06:11:00Z,B,6,narrow,440,,"));
        assertTrue(files.get("runs.csv").contains(",D,3,false,"));
        assertFalse(CsvFiles.files(List.of(RenderingFixture.valid())).containsKey("runs.csv"));
    }

    // The text that a reader sees: without scripts, tags and entities.
    private static String text(Result result) {
        return Report.html(List.of(result)).replaceAll("(?s)<(script|style).*?</\\1>", "").replaceAll("<[^>]*>", "")
                .replaceAll("\\s+", " ").replace('\u00a0', ' ').replace("&lt;", "<").replace("&gt;", ">")
                .replace("&#39;", "'").replace("&amp;", "&");
    }
}

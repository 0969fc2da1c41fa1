package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.lab.statistics.CellRounds;
import org.eejs.report.bench.BenchGroup;
import org.eejs.report.bench.BenchPanel;
import org.eejs.report.bench.BenchProviders;
import org.eejs.report.bench.BenchScores;
import org.eejs.report.bench.BenchSection;
import org.eejs.report.bench.BestTable;
import org.eejs.report.bench.ChangeTables;
import org.eejs.report.bench.ScoreTable;
import org.eejs.report.experiment.GateSection;
import org.eejs.report.page.Block;
import org.eejs.report.table.Table;
import org.eejs.report.table.TableCell.Look;
import org.eejs.report.table.Where;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.text.JdkVersions;
import org.eejs.report.text.Rate;
import org.eejs.result.Bench.Check;
import org.eejs.result.Bench.Verdict;
import org.eejs.result.Bench.Cell;
import org.eejs.result.Bench;
import org.eejs.result.BenchFigures;
import org.eejs.result.MachineCode;
import org.eejs.result.Observation;
import org.eejs.result.Result.Comparison;
import org.eejs.result.Result;
import org.junit.jupiter.api.Test;

/** The report of primitives: each figure has its place, and no provider is called best without proof. */
class BenchReportTest {
    private static final String SCRIPT = HostileData.SCRIPT;

    @Test
    void figuresAreThereWithoutScript() {
        String html = text(BenchFixture.full());
        for (String words : List.of("Wrong answers by SunPKCS11-NSS: these cells were not measured",
                "WRONG ANSWER: SunPKCS11-NSS is not measured at AES-256-GCM on JDK 17.0.15: 65536 bytes in place",
                "AES-128-GCM encrypt 16 KiB, JDK 25.0.1: ACCP 10.4 GB/s, 1.05 times SunJCE; SunJCE 149 times its "
                        + "software; ACCP reaches 77% of OpenSSL 3.0.17.",
                "SunPKCS11-NSS failed the check of RSA-2048 on JDK 25.0.1",
                "No figure of gcm encrypt AES-128-GCM 65536 B Conscrypt JDK 25.0.1: java.lang.OutOfMemoryError",
                "Fastest providers: JDK 25.0.1, MB/s", "Fastest providers: JDK 17.0.15, operations/s",
                "All 280 figures",
                "JDK 25.0.1 against JDK 17.0.15: 20 better", "NIST SP 800-38D vectors",
                "none of its providers offers it",
                "UsePoly1305Intrinsics", "2 JVMs, each with at least 3 iterations of 1 s", "RENDERING FIXTURE",
                "./eejs bench gcm sign handshake --jdk 25,17 --threads 1,2", "0.550 ns", "✓ 0.229%")) {
            assertTrue(html.contains(words), words);
        }
        assertFalse(html.contains("No run"));
        assertFalse(html.contains("settings were not recorded"));
    }

    @Test
    void theTitleIsTheFinding() {
        assertTrue(Report.html(List.of(BenchFixture.clean())).contains(
                "<title>EEJS: AES-GCM: JDK or ACCP fastest; Signatures: ACCP"));
        assertTrue(Report.html(List.of(BenchFixture.compared())).contains(
                "<title>EEJS: 2 of 7 cells are slower than the gate of 5"));
    }

    @Test
    void theHeadlineNamesTheFastestProviders() {
        assertEquals("AES: ACCP fastest", section(score("ACCP", 100, 98, 102), score("BC", 87.5, 80, 95)).finding()
                .headline());
        assertEquals("AES: undecided", section(score("ACCP", 100, 98, 102), score("BC", 99, 93, 105)).finding()
                .headline());
    }

    @Test
    void jvmsOfAFirstLookAreTooColdForConclusions() {
        Result clean = BenchFixture.clean();
        Bench bench = clean.bench();
        Bench.Settings settings = bench.settings();
        Result quick = Result.of("bench", null, null, new Bench(new Bench.Settings(true, 1, 7, 200, 5, 100,
                settings.threads(), settings.providers()), bench.groups(), bench.checks(), bench.overheadNanos(),
                bench.intrinsics()), clean.observations(), List.of());
        Finding finding = BenchSection.of("bench", quick).finding();
        assertTrue(finding.headline().startsWith("First look with cold JVMs: AES-GCM: "),
                finding.headline());
        assertEquals("open ?", finding.style() + " " + finding.mark(), "no green tick");
        assertTrue(finding.ranks().stream().allMatch(rank -> rank.style().equals("open")));
        assertTrue(Report.terminal(quick).strip().startsWith("First look with cold JVMs"),
                Report.terminal(quick));
        assertTrue(Report.terminal(quick).contains("Leave out --quick"), Report.terminal(quick));
    }

    @Test
    void allWithIntervalsThatOverlapWithTheBestOneAreBest() {
        BestTable.Noted table = table(score("ACCP", 100, 98, 102), score("BC", 89.5, 80.9, 98.1),
                score("Conscrypt", 96.45, 95, 97.9), score("SunJCE", 10, 9, 11));
        assertEquals(List.of("JDK 25", "ACCP", "BC", "Conscrypt"), heads(table).stream().map(Table.Head::heading)
                .toList());
        assertEquals(List.of(false, true, true, false), best(table));
        assertEquals(List.of("heat-1", "heat-5", "heat-4", "heat-5"), figures(table, 0).stream()
                .map(org.eejs.report.table.TableCell::tone).toList());
    }

    @Test
    void aSingleProviderIsNotBest() {
        assertEquals(List.of(false), best(table(score("ACCP", 100, 98, 102))));
        assertEquals("Measured, without a comparison",
                section(score("ACCP", 100, 98, 102)).finding().headline());
    }

    @Test
    void withoutIntervalsTheFastestIsBest() {
        assertEquals(List.of(true, false), best(table(single(cell("ACCP", 1), 100), single(cell("BC", 1), 99.9))));
    }

    @Test
    void aProviderThatWasWrongOrFailedHasNoFigureButAReason() {
        BestTable.Noted old = tables(BenchFixture.full(), 0).get(1);
        assertEquals(BenchFixture.OLD, old.jdk());
        List<org.eejs.report.table.TableCell> wrong = IntStream.range(0, old.table().rows().size()).mapToObj(row ->
                figures(old, row).get(4)).filter(cell -> !cell.parts(Look.FOOTNOTE).isEmpty()).toList();
        assertEquals(6, wrong.size());
        assertTrue(wrong.stream().allMatch(cell -> cell.line().equals("✕ wrong")
                && cell.parts(Look.FOOTNOTE).get(0).text().equals("1")));
        assertEquals(1, old.notes().size());
        assertTrue(old.notes().get(0).startsWith("SunPKCS11-NSS, AES-256-GCM: 65536 bytes in place"));
        BestTable.Noted signatures = tables(BenchFixture.full(), 1).get(0);
        assertEquals("✕ failed", figures(signatures, 0).get(4).line());
        assertEquals(Format.NONE, figures(signatures, 2).get(4).line());
    }

    @Test
    void aFailedFigureIsMarkedInItsPlace() {
        CellRounds failed = new CellRounds(cell("BC", 1).facets(), List.of(BenchFixture.failed(cell("BC", 1).facets(),
                "out of memory")));
        BestTable.Noted table = table(score("ACCP", 100, 98, 102), score("SunJCE", 10, 9, 11), failed);
        assertEquals("✕ failed", figures(table, 0).get(2).line());
        assertEquals(List.of("BC, AES encrypt 16 KiB: out of memory"), table.notes().stream()
                .map(note -> note.replace('\u00a0', ' ')).toList());
    }

    @Test
    void anAlgorithmAtWhichAllWereWrongHasARow() {
        BestTable.Noted table = tables(result(List.of(), new Check("gcm", "AES", "25", "BC", "1", Verdict.MISMATCH,
                null, "0")), 0).get(0);
        assertTrue(table.table().rows().get(0).stream().anyMatch(cell -> cell.line().equals("AES")));
        assertEquals("✕ wrong", figures(table, 0).get(0).line());
    }

    /** In several threads, only some operations are measured. */
    @Test
    void aTerminalHasNoEmptyRowsAndNamesWhoOffersNothing() {
        List<Observation> measured = Stream.of(score("BC", 100, 98, 102),
                forks(new Cell("gcm", "decrypt", "AES", 16384, Map.of(), "25", "BC", true, 1), 50, 49, 51),
                forks(cell("BC", 2), 180, 170, 190)).flatMap(cell -> cell.rounds().stream()).toList();
        String text = Report.terminal(result(measured,
                new Check("gcm", "AES", "25", "ACCP", "2", Verdict.UNAVAILABLE, null, "no such algorithm"),
                new Check("gcm", "AES", "25", "SUN", "25", Verdict.UNAVAILABLE, null, "no such algorithm"),
                new Check("gcm", "AES", "25", "Conscrypt", null, Verdict.UNAVAILABLE, null, "not on this machine"),
                new Check("gcm", "AES", "25", "BC", "1", Verdict.OK, "NIST", null)));
        assertEquals(1, text.lines().filter(line -> line.contains("AES decrypt 16")).count(), text);
        assertEquals(1, text.lines().filter(line -> line.contains("not offered by ACCP and JDK.")).count(), text);
    }

    @Test
    void providersOfTheJdkShareAColumn() {
        BestTable.Noted table = tables(BenchFixture.full(), 1).get(0);
        assertEquals("SunRsaSign, SunEC, SUN", heads(table).get(0).small());
        assertEquals("950 (SunRsaSign, 51%)", figures(table, 0).get(0).line().replace('\u00a0', ' '));
        assertEquals("SunEC", figures(table, 4).get(0).parts(Look.SMALL).get(0).text());
    }

    @Test
    void tablesHaveThreeOfManySizes() {
        BenchGroup group = section(BenchFixture.full()).groups().get(0);
        assertEquals(Set.of(16, 1024, 16384), group.scores().shownSizes());
        assertEquals(16384, group.scores().typicalSize());
        assertEquals(2 * 2 * 3, group.tables().get(0).table().rows().size());
    }

    @Test
    void machineCodeIsComparedWithSoftwareOfTheSameCell() {
        Result full = BenchFixture.full();
        Cell cell = new Cell("gcm", "encrypt", "AES-128-GCM", 16384, Map.of(), BenchFixture.NEW, "SunJCE", true, 1);
        Cell software = new Cell("gcm", "encrypt", "AES-128-GCM", 16384, Map.of(), BenchFixture.NEW, "SunJCE", false,
                1);
        double ratio = ops(full, cell) / ops(full, software);
        Table table = ChangeTables.ofIntrinsics(section(BenchFixture.full()).groups().get(0).scores());
        List<org.eejs.report.table.TableCell> row = table.rows().stream().filter(each -> each.get(0).line()
                .replace('\u00a0', ' ').equals("AES-128-GCM encrypt 16 KiB")).findFirst().orElseThrow();
        assertEquals("×" + Rate.digits(ratio), row.get(2).parts(Look.STRONG).get(0).text());
        assertEquals(12, table.rows().size());
    }

    @Test
    void intrinsicsThatAreOffByNameHaveSeparateRowsAndCurves() {
        List<CellRounds> all = new ArrayList<>();
        for (int bytes : new int[] {16, 16384}) {
            Cell whole = new Cell("gcm", "encrypt", "AES", bytes, Map.of(), "25", "SunJCE", true, 1);
            double rate = 1e9 / bytes;
            all.add(single(whole, rate));
            all.add(single(whole.of("SunJCE", MachineCode.OFF, 1), rate / 8));
            all.add(single(whole.of("SunJCE", MachineCode.without(List.of("UseGHASHIntrinsics")), 1), rate / 4));
        }
        BenchScores scores = scores(all.toArray(CellRounds[]::new));
        assertEquals(List.of("SunJCE, without UseGHASHIntrinsics ×4.00", "SunJCE ×8.00"),
                ChangeTables.ofIntrinsics(scores).rows().stream().limit(2).map(row -> row.get(1).line() + " "
                        + row.get(2).parts(Look.STRONG).get(0).text()).toList());
        assertEquals(List.of("SunJCE", "SunJCE, without UseGHASHIntrinsics", "SunJCE, software"),
                section(all.toArray(CellRounds[]::new)).groups().get(0).sizes().get(0).lines().stream().map(BenchPanel.Line::name).toList());
    }

    @Test
    void threadsAreRelativeToOneOfTheSameCell() {
        List<BenchPanel> panels = BenchPanel.threads(scores(score("SunJCE", 100, 98, 102),
                forks(cell("SunJCE", 4), 320, 310, 330)));
        assertEquals(1, panels.size());
        List<BenchPanel.Point> points = panels.get(0).lines().get(0).points();
        assertEquals(List.of(1, 4), points.stream().map(BenchPanel.Point::x).toList());
        assertEquals(1, points.get(0).y(), 0);
        assertEquals(3.2, points.get(1).y(), 1e-9);
        assertEquals(List.of(), BenchPanel.threads(scores(score("SunJCE", 100, 98, 102))));
    }

    @Test
    void curvesHaveMegabytesAndTheNativeLimit() {
        BenchPanel panel = section(BenchFixture.full()).groups().get(0).sizes().get(0);
        assertEquals(List.of("SunJCE", "SunJCE, software", "ACCP", "Conscrypt", "BC", "SunPKCS11-NSS",
                "OpenSSL 3.0.17"), panel.lines().stream().map(BenchPanel.Line::name).toList());
        assertNull(panel.lines().get(6).column());
        assertTrue(panel.lines().get(1).software());
        BenchPanel.Point last = panel.lines().get(6).points().get(4);
        assertEquals(65536, last.x());
        assertEquals(65536 / (55 + 65536 / 14.1) * 1_000, last.y(), 0.01);
        // The failed figure of Conscrypt has no point.
        assertEquals(4, panel.lines().get(3).points().size());
    }

    @Test
    void changesBetweenJdksAreJudgedByTheirIntervals() {
        List<ChangeTables.OnJdks> changes = ChangeTables.onJdks(scores(
                old("ACCP", 100, 99, 101), score("ACCP", 150, 148, 152), old("BC", 100, 99, 101),
                score("BC", 101, 100, 102), old("SunJCE", 100, 99, 101), score("SunJCE", 80, 79, 81),
                old("Conscrypt", 100, 80, 120), score("Conscrypt", 105, 90, 120)));
        assertEquals("25", changes.get(0).is().cell().jdk());
        assertEquals("17", changes.get(0).was().cell().jdk());
        assertEquals(List.of("ACCP better", "SunJCE worse", "Conscrypt inconclusive", "BC noDifference"),
                changes.stream().map(row -> row.provider() + " " + row.verdict()).toList());
        assertEquals(List.of(), ChangeTables.onJdks(scores(score("ACCP", 1, 1, 1))));
    }

    @Test
    void newestJdkFirst() {
        assertEquals(List.of("25.0.1", "21", "17.0.15", "17.0.9"), JdkVersions.newestFirst(Stream.of("17.0.9", "25.0.1",
                "21", "17.0.15", "21", null)));
        assertEquals(List.of("25.0.1", "17"), JdkVersions.newestFirst(Stream.of("17", "25.0.1")));
        assertEquals(2, JdkVersions.newestFirst(Stream.of("one", "17")).size());
        assertEquals("8", JdkVersions.feature("1.8.0_402"));
    }

    @Test
    void everyProviderHasAShortName() {
        assertEquals("Fast@fast-1.2.jar", BenchProviders.name("org.example.Fast@/opt/lib/fast-1.2.jar"));
        assertEquals("SunPKCS11-NSS", BenchProviders.name("SunPKCS11-NSS"));
        assertEquals("odd@", BenchProviders.name("odd@"));
        assertEquals("null", BenchProviders.name(null));
    }

    @Test
    void figuresHaveThreeDigits() {
        assertEquals("13,100", Rate.digits(13_145.2));
        assertEquals("1.23", Rate.digits(1.2345));
        assertEquals("0.0123", Rate.digits(0.012345));
        for (Map.Entry<Double, String> each : Map.of(9_994.0, "9,990", 9_996.0, "10.0 k", 999_600.0, "1.00 M",
                1.234e9, "1.23 G").entrySet()) {
            assertEquals(each.getValue(), Rate.scaled(each.getKey()).replace('\u00a0', ' '));
        }
        assertEquals("13.1 GB/s", Rate.words(8e5, 16384).replace('\u00a0', ' '));
        assertEquals("16 B", Rate.size(16).replace('\u00a0', ' '));
        assertEquals("1,500 B", Rate.size(1500).replace('\u00a0', ' '));
        assertEquals("64 KiB", Rate.size(65536).replace('\u00a0', ' '));
    }

    @Test
    void tooMuchOverheadIsReported() {
        Bench dear = new Bench(null, List.of(new Bench.Group("gcm", "AES-GCM", "", true)), List.of(),
                Map.of("25", 0.5), Map.of());
        assertTrue(text(Result.of("bench", null, null, dear, score("ACCP", 1e8, 0.99e8, 1.01e8).rounds(),
                List.of())).contains("On JDK 25 the overhead is 5.00% of the shortest operation"));
    }

    @Test
    void csvHasEveryFigure() {
        List<CellRounds> cells = CellRounds.of(BenchFixture.full().observations());
        List<String> lines = ScoreTable.csv(List.of(BenchFixture.full(), RenderingFixture.valid())).lines().toList();
        assertEquals(1 + cells.size(), lines.size());
        assertTrue(lines.contains("2026-11-21T06:11:00Z,gcm,encrypt,AES-128-GCM,65536,,25.0.1,Conscrypt,true,1,,,,,,,,"
                + "java.lang.OutOfMemoryError: Direct buffer memory,,"));
        assertTrue(lines.stream().anyMatch(line -> line.contains("keyManager=PKIX resume=true namedGroup=x25519")));
    }

    @Test
    void theGateIsForSignificantAndLargeSlowdowns() {
        GateSection section = GateSection.of("compare-1", BenchFixture.compared());
        List<List<org.eejs.report.table.TableCell>> rows = ((Block.Figures) section.sections().get(0).blocks().get(0))
                .table()
                .rows();
        assertEquals(List.of(true, true, false, false, false, false, false),
                rows.stream().map(row -> row.get(1).line().endsWith(" ✕ beyond the gate")).toList());
        assertEquals("−38.0%", rows.get(0).get(2).line().replace('\u00a0', ' '));
        assertEquals("+40.0%", rows.get(6).get(2).line().replace('\u00a0', ' '));
        assertEquals("missed", section.finding().style());
        Result compared = BenchFixture.compared();
        List<Comparison> harmless = compared.comparisons().stream().filter(each -> each.ratio() > 0.92).toList();
        assertEquals("None of 5 cells is slower than the gate of 5%", GateSection.of("compare-1",
                compared(compared, harmless)).finding().headline().replace('\u00a0', ' '));
        String nothing = text(compared(compared, List.of()));
        assertTrue(nothing.contains("No comparison"), nothing);
    }

    @Test
    void primitivesNextToRuns() {
        Document document = Document.of(List.of(BenchFixture.clean(), ComparisonFixture.of("E"),
                BenchFixture.compared()));
        assertNull(document.sideBySide(), "one experiment compares its configurations itself");
        assertEquals(List.of("bench-1", "compare-3"), List.of(document.results().get(0).chapters().get(0).id(),
                document.results().get(2).chapters().get(0).id()));
        Document runs = Document.of(List.of(BenchFixture.clean(), RenderingFixture.valid(), RenderingFixture.slow()));
        assertEquals("EEJS: 2 runs", runs.title());
        assertEquals(2, runs.sideBySide().table().rows().size());
    }

    @Test
    void nothingIsMissedWhereNothingWasMeasured() {
        Bench nothing = new Bench(null, List.of(), List.of(), Map.of(), Map.of());
        for (Result result : List.of(BenchFixture.empty(), Result.of("bench", null, null, nothing, List.of(),
                List.of()))) {
            assertTrue(text(result).contains("Nothing was measured"));
            assertFalse(text(result).contains("null"));
            assertFalse(Report.markdown(List.of(result)).contains("null"));
        }
        assertFalse(text(BenchFixture.full()).contains("null"));
        assertFalse(Report.markdown(List.of(BenchFixture.full())).contains("null"));
    }

    @Test
    void textFromDataStaysText() {
        String html = Report.html(List.of(BenchFixture.hostile()));
        assertFalse(html.contains(SCRIPT));
        assertFalse(html.contains("<script>console.error"));
        assertEquals(3, html.split("<script", -1).length - 1);
        String text = text(BenchFixture.hostile()).toLowerCase(Locale.ROOT);
        for (String place : List.of("title|", "about ", "accp|* ", "aes-128-gcm|", "message ", "means ", "version ",
                "program ", "error ", "flag ", "unknown ", "asked ", "decrypt")) {
            assertTrue(text.contains(place + "</script><script>console.error"), place);
        }
        String markdown = Report.markdown(List.of(BenchFixture.hostile()));
        assertTrue(markdown.lines().filter(line -> line.contains("<script")).allMatch(line -> line.startsWith("    ")));
        assertTrue(markdown.contains("title\\|&lt;/script"));
        assertFalse(Report.markdown(List.of(BenchFixture.compared())).contains("<script"));
    }

    @Test
    void everyRowOfEveryTableHasAsManyCellsAsItsHead() {
        for (Result result : List.of(BenchFixture.full(), BenchFixture.hostile(), BenchFixture.compared())) {
            int columns = 0;
            for (String line : Report.markdown(List.of(result)).split("\n")) {
                int cells = line.startsWith("|") ? line.replace("\\|", "").split("\\|", -1).length : 0;
                assertTrue(columns == 0 || cells == 0 || cells == columns, line);
                columns = cells;
            }
        }
    }

    @Test
    void thousandsOfFiguresAreWrittenInTime() {
        List<Observation> scores = new ArrayList<>();
        for (String jdk : List.of("17", "21", "25")) {
            for (int algorithm = 0; algorithm < 20; algorithm++) {
                for (int bytes = 16; bytes <= 65536; bytes *= 4) {
                    for (String provider : List.of("SunJCE", "ACCP", "Conscrypt", "BC", "SunPKCS11-NSS")) {
                        for (int threads = 1; threads <= 4; threads *= 2) {
                            scores.addAll(BenchFixture.forks(new Cell("gcm", "encrypt", "A" + algorithm, bytes,
                                    Map.of(), jdk, provider, true, threads), 1e9 / bytes, 0.1e9 / bytes, null, null));
                        }
                    }
                }
            }
        }
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        assertTrue(Report.html(List.of(result(scores))).length() > 100_000);
        assertTrue(threads.getCurrentThreadCpuTime() - start < 20e9, "6,300 figures took too long");
    }

    private static Cell cell(String provider, int threads) {
        return new Cell("gcm", "encrypt", "AES", 16384, Map.of(), "25", provider, true, threads);
    }

    /** Returns forks with this interval. */
    private static CellRounds score(String provider, double ops, double low, double high) {
        return forks(cell(provider, 1), ops, low, high);
    }

    private static CellRounds old(String provider, double ops, double low, double high) {
        return forks(new Cell("gcm", "encrypt", "AES", 16384, Map.of(), "17", provider, true, 1), ops, low, high);
    }

    private static CellRounds forks(Cell cell, double ops, double low, double high) {
        assertEquals(ops, (low + high) / 2, 1e-9, "intervals are symmetric");
        return new CellRounds(cell.facets(), BenchFixture.forks(cell, ops, (high - low) / 2, null, null));
    }

    private static CellRounds single(Cell cell, double ops) {
        return new CellRounds(cell.facets(), BenchFixture.forks(cell, ops, 0, null, null));
    }

    private static Result result(List<Observation> observations, Check... checks) {
        return Result.of("bench", null, null, new Bench(null, List.of(new Bench.Group("gcm", "AES-GCM", "", true)),
                List.of(checks), Map.of(), Map.of()), observations, List.of());
    }

    private static Result compared(Result result, List<Comparison> comparisons) {
        return Result.of(result.command(), null, null, null, result.procedure(), List.of(), List.of(), comparisons,
                null, null);
    }

    private static Result resultOf(CellRounds... cells) {
        return result(Stream.of(cells).flatMap(cell -> cell.rounds().stream()).toList());
    }

    private static BenchScores scores(CellRounds... cells) {
        return BenchScores.of(resultOf(cells)).get(0);
    }

    private static BenchSection section(CellRounds... cells) {
        return section(resultOf(cells));
    }

    private static BenchSection section(Result result) {
        return BenchSection.of("bench-1", result);
    }

    private static BestTable.Noted table(CellRounds... cells) {
        return section(cells).groups().get(0).tables().get(0);
    }

    private static List<BestTable.Noted> tables(Result result, int group) {
        return section(result).groups().get(group).tables();
    }

    private static List<Boolean> best(BestTable.Noted table) {
        return figures(table, 0).stream().map(cell -> cell.line().startsWith("★ ")).toList();
    }

    /** Returns the headings of providers on a page. */
    private static List<Table.Head> heads(BestTable.Noted table) {
        return table.table().columns(Where.Form.HTML).stream().skip(1).map(table.table().heads()::get).toList();
    }

    /** Returns the cells of a row. */
    private static List<org.eejs.report.table.TableCell> figures(BestTable.Noted table, int row) {
        return table.table().columns(Where.Form.HTML).stream().skip(1).map(table.table().rows().get(row)::get).toList();
    }

    private static double ops(Result result, Cell cell) {
        return CellRounds.of(result.observations()).stream().filter(each -> each.cell().equals(cell.facets()))
                .findFirst().orElseThrow().mean(BenchFigures.OPS);
    }

    // The text that a reader sees: without scripts, tags and entities.
    private static String text(Result result) {
        return Report.html(List.of(result)).replaceAll("(?s)<(script|style).*?</\\1>", "").replaceAll("<[^>]*>", "")
                .replaceAll("\\s+", " ").replace('\u00a0', ' ').replace("&lt;", "<").replace("&gt;", ">")
                .replace("&#39;", "'").replace("&amp;", "&");
    }
}

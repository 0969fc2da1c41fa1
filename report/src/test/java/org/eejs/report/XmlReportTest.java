package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.eejs.report.page.Block;
import org.eejs.report.table.Table;
import org.eejs.report.xml.XmlPanel;
import org.eejs.report.xml.XmlSection;
import org.eejs.report.xml.XmlTables;
import org.eejs.result.Result;
import org.eejs.result.Xml;
import org.eejs.result.settings.XmlSettings;
import org.junit.jupiter.api.Test;

/** The report of XML transactions: figures stand where they belong, and what failed or is not sure says so. */
class XmlReportTest {
    @Test
    void figuresAreThereWithoutScript() {
        String html = words(XmlFixture.full());
        for (String said : List.of("Fastest at C14N exclusive: EEJS",
                "C14N exclusive: EEJS, 3.24 times the JDK’s",
                "Aalto StAX parses 6.64 times (6.53 to 6.76) as fast as the JDK’s StAX at 1 KB.",
                "✕ the transaction's outcome is wrong: 12 items instead of 13", "no difference found", "✓ significant",
                "JAXB unmarshal, JAXB RI, within cores", "Times across cores", "“as in the slides of 2006”, +9.2 %",
                "✕ Unrecognized VM option 'AggressiveOpts'", "2 cells were refused or failed", "528 MiB", "82 %",
                "perf says of dTLB-load-misses", "SunRsaSign 17", "200 C_Sign in 200 transactions, by pkcs11-spy",
                "✕ CKR_KEY_SIZE_RANGE", "All work of tokens and servers is proved", "scaled down to 2,048 MB",
                "4 cores with up to 2 hardware threads each: processors 0,4 | 1,5 | 2,6 | 3,7.",
                "RENDERING FIXTURE")) {
            assertTrue(html.contains(said), said);
        }
        assertFalse(html.contains("No run"));
        assertFalse(html.contains(">null"));
    }

    @Test
    void whatIsNotProvedStandsOnTop() {
        String html = words(XmlFixture.unproved());
        assertTrue(html.contains("The work of 2 tokens or servers is not proved"));
        assertTrue(html.contains("SunPKCS11-SoftHSM: it is not proved that the token or server did the work with "
                + "RSA-1024, RSA-2048, RSA-4096 and ECDSA-P256; 0 C_Sign in 200 transactions, by pkcs11-spy on "
                + "libsofthsm2.so."));
        assertTrue(html.contains("proved in 4 of 11 cells"));
    }

    @Test
    void aTokenWhoseWorkWasNotCountedIsNotCalledProved() {
        Result full = XmlFixture.full();
        String html = words(of(full, cells(full).stream().map(cell -> cell.signature() == null ? cell
                : new Xml.Cell(cell.study(), cell.label(), cell.settings(), cell.processors(), cell.documentBytes(),
                        cell.transactionsPerSecond(), cell.ci95(), cell.cpuMicrosPerTransaction(), cell.cpuCi95(),
                        cell.allocatedBytesPerTransaction(), new Xml.Signature(cell.signature().servedBy(), null, null,
                                null), null, cell.rounds(), cell.state(), null)).toList()));
        assertTrue(html.contains("proved in 0 of 11 cells"));
        assertEquals(11, html.split("not counted</span>", -1).length - 1);
    }

    @Test
    void oneRoundHasNoIntervalAndIsNoProof() {
        String html = words(XmlFixture.once());
        assertTrue(html.contains("There are no intervals, since each cell was measured once"));
        assertTrue(html.contains("no interval"));
        assertFalse(html.contains("✓ significant"));
    }

    @Test
    void aFirstLookAnswersWhoIsFastestAndSaysThatItIsOne() {
        String html = words(XmlFixture.onceByLibrary());
        assertTrue(html.contains("A first look, of JVMs too young to judge: Fastest at C14N exclusive: EEJS, 3."),
                html);
        assertFalse(html.contains("No library is"), html);
        assertFalse(html.contains("cells measured in"), html);
        assertTrue(html.contains("Each library against the first of its kind"), html);
        assertTrue(words(XmlFixture.full()).contains("Fastest at C14N exclusive: EEJS, 3.24 times the JDK’s; "
                + "StAX write: Woodstox, 1.97 times the JDK’s; StAX parse: Aalto, 1.67 times the JDK’s"));
    }

    @Test
    void whereTheCpuWentIsSaidOfEachCellThatWasAskedForIt() {
        String markdown = Report.markdown(List.of(XmlFixture.full()));
        assertEquals(2, markdown.split("#### Where the CPU went", -1).length, "only one study has it");
        assertTrue(markdown.contains("| Of | CPU, µs | Parsing | Binding | Signature | Application | JIT compiler | "
                + "Garbage collection | Unknown | Other | Cryptography | Folder |"), markdown);
        assertTrue(markdown.lines().anyMatch(line -> line.startsWith("| StAX parse, Woodstox | 362 | 217 (60.0 %) |")
                && line.endsWith("| RSA by SunRsaSign 10.0 % | cells/2 |")), markdown);
        assertTrue(markdown.contains("stacks were not sampled: it cannot be attached to"), markdown);
        String terminal = Report.terminal(XmlFixture.full()).replaceAll("\\s+", " ");
        assertTrue(terminal.contains("60.0 % parsing, 12.6 % binding, 10.0 % signature, 8.0 % JIT compiler, 1.0 % "
                + "unknown."), terminal);
        assertTrue(terminal.contains("Where the CPU of 9 other cells went stands in the report."), terminal);
    }

    @Test
    void oneCellIsStillAReport() {
        String html = words(XmlFixture.oneCell());
        assertTrue(html.contains("XML transactions: 1 cell measured, nothing to compare"));
        assertTrue(html.contains("No core has two hardware threads, so within-core cannot be shown."));
    }

    @Test
    void whatFailedHasItsLineInEveryStudy() {
        String html = words(XmlFixture.failed());
        assertTrue(html.contains("Nothing was measured"));
        assertEquals(6, html.split("✕ no room", -1).length - 1);
        assertTrue(words(XmlFixture.empty()).contains("Nothing was measured of transactions, parsers, threads, "
                + "jvm-options, large-pages and signatures."));
    }

    @Test
    void withoutItsBaselineNothingIsComparedWithAnother() {
        Result full = XmlFixture.full();
        List<Xml.Cell> cells = cells(full).stream().map(cell -> !"JDK".equals(cell.settings().provider()) ? cell
                : Xml.Cell.unmeasured(cell.study(), cell.label(), cell.settings(), "", List.of(),
                        Xml.State.REFUSED, "no such key")).toList();
        String section = words(of(full, cells)).replaceFirst("(?s).*<h2>Signatures by key", "");
        assertFalse(section.contains("faster"));
        assertFalse(section.contains("baseline</span>"));
    }

    @Test
    void theJdksOwnProvidersHaveOneNameUnlessOneWouldHideAnother() {
        Result full = XmlFixture.full();
        assertEquals(List.of("JDK", "Conscrypt", "BC"), providers(of(full, signatures(full, "JDK", "JDK"))));
        assertEquals(List.of("JDK", "Conscrypt", "BC"), providers(of(full, signatures(full, "SunEC", "SunRsaSign"))));
        List<Xml.Cell> both = new ArrayList<>(signatures(full, "JDK", "JDK"));
        signatures(full, "SunEC", "SunRsaSign").stream().filter(cell -> cell.settings().provider().startsWith("Sun"))
                .forEach(both::add);
        assertEquals(List.of("JDK", "Conscrypt", "BC", "SunRsaSign", "SunEC"), providers(of(full, both)));
    }

    /** Signatures by three providers, of which the JDK's is called otherwise for elliptic curves and for RSA. */
    private static List<Xml.Cell> signatures(Result full, String curves, String rsa) {
        return cells(full).stream().filter(cell -> cell.study().equals(Xml.SIGNATURES) && List.of("JDK",
                "Conscrypt", "BC").contains(cell.settings().provider())).map(cell -> {
                    XmlSettings old = cell.settings();
                    return with(cell, new XmlSettings(old.transaction(), old.library(), old.document(), old.size(),
                            old.key(), !old.provider().equals("JDK") ? old.provider() : old.key().startsWith("rsa")
                                    ? rsa : curves, old.threads(), old.placement(), old.jdk(), null, old.seed()), null);
                }).toList();
    }

    private static List<String> providers(Result result) {
        List<XmlPanel.Series> series = section(result).panels().get(0).series();
        assertEquals(series.size(), series.stream().map(XmlPanel.Series::look).distinct().count());
        series.forEach(each -> assertEquals(each.marks().size(), each.marks().stream().map(XmlPanel.Mark::x).distinct()
                .count(), each.name()));
        return series.stream().map(XmlPanel.Series::name).toList();
    }

    @Test
    void onlyParsersThatStreamTextAreHeldAgainstEachOtherInTheFinding() {
        Result full = XmlFixture.full();
        List<Xml.Cell> parsers = cells(full).stream().filter(cell -> cell.study().equals(Xml.PARSERS)).toList();
        String without = parsing(of(full, parsers.stream().filter(cell -> !"aalto".equals(cell.settings().library()))
                .toList()));
        assertTrue(without.startsWith("Woodstox StAX parses "), without);
        assertFalse(without.contains("Infoset"), without);
        assertEquals("No figure of a parser that streams text.", parsing(of(full, parsers.stream().filter(cell ->
                !cell.settings().transaction().matches("stax-parse|sax-parse")).toList())));
        List<Xml.Cell> two = new ArrayList<>(parsers);
        parsers.forEach(cell -> two.add(with(cell, new XmlSettings(cell.settings().transaction(),
                cell.settings().library(), "pacs.008", cell.settings().size(), null, null, 1, XmlSettings.ACROSS,
                "17", null, 42L), null)));
        assertTrue(parsing(of(full, two)).startsWith("invoice: Aalto StAX parses "), parsing(of(full, two)));
    }

    private static String parsing(Result result) {
        return section(result).studies().get(0).finding().sentence();
    }

    @Test
    void whatFailedForOneWorkOnlyNamesIt() {
        Result full = XmlFixture.full();
        List<Xml.Cell> cells = new ArrayList<>();
        for (String transaction : List.of("stax-parse", "dom-parse")) {
            cells(full).stream().filter(cell -> cell.study().equals(Xml.JVM_OPTIONS)).forEach(cell -> {
                boolean fails = cell.label().equals("ZGC") && transaction.equals("dom-parse");
                cells.add(with(cell, new XmlSettings(transaction, "jdk", "invoice", "100KB", null, null, 2,
                        XmlSettings.ACROSS, "17", cell.settings().jvmOptions(), 42L), fails ? "out of memory"
                                : cell.error()));
            });
        }
        XmlSection section = section(of(full, cells));
        List<Table.Group> table = section.studies().get(0).tables().stream().filter(Block.Figures.class::isInstance)
                .map(block -> ((Block.Figures) block).table()).findFirst().orElseThrow().groups();
        assertEquals(List.of("compact headers, all 2 kinds of work", "AggressiveOpts, all 2 kinds of work",
                "ZGC, DOM parse"), table.get(table.size() - 1).rows().stream().map(row -> row.get(0).text()).toList());
        assertTrue(section.studies().get(0).finding().sentence().contains("5 cells were refused or failed."));
        assertTrue(section.cautions().contains("5 of 18 cells have no figure; the tables say why."));
    }

    @Test
    void whatBrokeOffSaysSo() {
        Result full = XmlFixture.full();
        assertFalse(Report.markdown(List.of(full)).contains("broken off"));
        List<Xml.Cell> cells = new ArrayList<>(cells(full));
        Xml.Cell first = cells.get(0);
        cells.set(0, new Xml.Cell(first.study(), first.label(), first.settings(), first.processors(),
                first.documentBytes(), first.transactionsPerSecond(), null, first.cpuMicrosPerTransaction(), null,
                first.allocatedBytesPerTransaction(), null, null, first.rounds().subList(0, 2), first.state(), null));
        Xml.Cell second = cells.get(1);
        cells.set(1, Xml.Cell.unmeasured(second.study(), second.label(), second.settings(), "", List.of(),
                Xml.State.NOT_REACHED, "the time was over"));
        String said = "It was broken off: 537 of 545 measurements were made.";
        assertTrue(words(of(full, cells)).contains(said));
        assertTrue(Report.markdown(List.of(of(full, cells))).contains("- Careful: " + said));
    }

    /** The cell with other settings; without figures where there is an error. */
    private static Xml.Cell with(Xml.Cell cell, XmlSettings settings, String error) {
        return error != null ? Xml.Cell.unmeasured(cell.study(), cell.label(), settings, "", List.of(),
                Xml.State.REFUSED, error)
                : new Xml.Cell(cell.study(), cell.label(), settings, cell.processors(), cell.documentBytes(),
                        cell.transactionsPerSecond(), cell.ci95(), cell.cpuMicrosPerTransaction(), cell.cpuCi95(),
                        cell.allocatedBytesPerTransaction(), cell.signature(), cell.pages(), cell.rounds(),
                        cell.state(), null);
    }

    @Test
    void textFromDataStaysText() {
        String html = Report.html(List.of(XmlFixture.hostile()));
        assertFalse(html.contains(HostileData.SCRIPT));
        assertEquals(3, html.split("<script", -1).length - 1);
        String markdown = Report.markdown(List.of(XmlFixture.hostile()));
        assertTrue(markdown.lines().filter(line -> line.contains("<script")).allMatch(line -> line.startsWith("    ")),
                markdown);
    }

    @Test
    void aCellThatFailedHasNoFiguresButAReason() {
        String row = XmlTables.csv(List.of(XmlFixture.full())).lines()
                .filter(line -> line.contains(",AggressiveOpts,")).findFirst().orElseThrow();
        assertTrue(row.endsWith(",'-XX:+AggressiveOpts,42,0" + ",".repeat(28)
                + "Unrecognized VM option 'AggressiveOpts'"),
                row);
    }

    @Test
    void aProviderHasOneColourForAllKeysAndALibraryForAllItsParsers() {
        XmlSection section = section(XmlFixture.full());
        XmlPanel parsers = section.panels().get(1);
        assertEquals(List.of(0, 1, 2, 0, 1, 3, 0), parsers.series().stream().map(XmlPanel.Series::look).toList());
        XmlPanel providers = section.panels().get(section.panels().size() - 1);
        assertEquals(7, providers.series().stream().map(XmlPanel.Series::look).collect(Collectors.toSet()).size());
        assertEquals(4, providers.series().get(0).marks().size());
    }

    private static Result of(Result result, List<Xml.Cell> cells) {
        Xml xml = (Xml) result.measured();
        return new Result(result.command(), result.startedAt(), null, result.disclosure(),
                new Xml(xml.settings(), xml.topology(), cells, List.of(), xml.notes()));
    }

    private static List<Xml.Cell> cells(Result result) {
        return ((Xml) result.measured()).cells();
    }

    private static XmlSection section(Result result) {
        return XmlSection.of("xml-1", (Xml) result.measured());
    }

    /** The page without its scripts and with words joined again. */
    private static String words(Result result) {
        return Report.html(List.of(result)).replaceAll("(?s)<script.*?</script>", "").replace('\u00a0', ' ')
                .replace("&#39;", "'").replaceAll("<span class=\"word\">([^<]*)</span> ", "$1 ").replace(" </", "</");
    }
}

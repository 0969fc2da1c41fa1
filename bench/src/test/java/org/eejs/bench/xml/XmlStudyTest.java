package org.eejs.bench.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.eejs.banking.settings.Setting;
import org.eejs.bench.measuring.Timing;
import org.eejs.lab.machine.Host;
import org.eejs.lab.machine.ProcessorList;
import org.eejs.lab.machine.ThreadPlacement;
import org.eejs.lab.settings.MemoryPages;
import org.eejs.lab.settings.TransactionSettings;
import org.eejs.result.Bench;
import org.eejs.result.InputException;
import org.eejs.result.NotHereException;
import org.eejs.result.settings.XmlSettings;
import org.junit.jupiter.api.Test;

/** Studies of XML on made-up machines: their cells, and the baseline of each. Measures nothing. */
class XmlStudyTest {
    private static final long GIGA = 1_073_741_824;
    /** Four cores with two hardware threads each, as Linux usually numbers them. */
    private static final List<BitSet> SMT = cores("0,4", "1,5", "2,6", "3,7");
    private static final List<BitSet> SINGLE = cores("0", "1", "2");

    private static List<BitSet> cores(String... lists) {
        return Arrays.stream(lists).map(ProcessorList::parse).toList();
    }

    private static Host host(List<BitSet> cores) {
        return new Host(cores, true, 64 * GIGA, 0, 2_048);
    }

    private static XmlRequest request(String studies, XmlChoice choice) {
        return new XmlRequest(studies.isEmpty() ? List.of() : List.of(studies.split(",")), choice, null, null, null,
                null, null, false, List.of());
    }

    private static List<XmlCell> cells(String studies, List<BitSet> cores) {
        return request(studies, XmlChoice.NOTHING).plan(host(cores)).cells();
    }

    @Test
    void threadsAreSpreadOverCoresOrFillThem() {
        assertEquals("0", ProcessorList.format(ThreadPlacement.across(SMT, 1)));
        assertEquals("0-2", ProcessorList.format(ThreadPlacement.across(SMT, 3)));
        assertEquals("0-4", ProcessorList.format(ThreadPlacement.across(SMT, 5)), "a second one of the first core");
        assertEquals("0,4", ProcessorList.format(ThreadPlacement.within(SMT, 2)));
        assertEquals("0-1,4", ProcessorList.format(ThreadPlacement.within(SMT, 3)));
        assertEquals("0-7", ProcessorList.format(ThreadPlacement.across(SMT, 16)));
        assertEquals("1,3", ProcessorList.format(ThreadPlacement.within(cores("0", "1,3"), 2)), "a whole core first");
    }

    @Test
    void withinCoresIsMeasuredWhereCoresHaveSeveralThreads() {
        List<XmlCell> cells = cells("threads", SMT);
        assertEquals("1 2 3 4 5 6 7 8 16", threads(cells, "stax-parse", XmlSettings.ACROSS));
        assertEquals("1 2 3 4 5 6 7 8", threads(cells, "jaxb-unmarshal", XmlSettings.WITHIN));
        assertEquals(2, cells.stream().filter(cell -> cell.baseline() == null).count(), "one thread of each");
        assertTrue(cells.stream().map(XmlCell::baseline).filter(Objects::nonNull)
                .allMatch(baseline -> baseline.threads() == 1));
        assertEquals("0-1,4", cells.stream().filter(cell -> cell.cell().threads() == 3
                && cell.cell().parameters().get("placement").equals(XmlSettings.WITHIN)).findFirst().orElseThrow()
                .task().processors());
    }

    @Test
    void withoutSuchCoresOnlyAcrossIsMeasuredAndTheResultStatesTheReason() {
        XmlPlan plan = request("threads", XmlChoice.NOTHING).plan(host(SINGLE));
        assertEquals("1 2 3 6", threads(plan.cells(), "stax-parse", XmlSettings.ACROSS));
        assertEquals("", threads(plan.cells(), "stax-parse", XmlSettings.WITHIN));
        assertEquals(List.of("threads: each usable core has one hardware thread, so this machine has no placement "
                + "within cores; threads run across cores"), plan.notes());
        assertEquals("--placement 'within' needs cores with two hardware threads; those of this machine have one",
                assertThrows(NotHereException.class, () -> XmlTask.of(XmlSettings.of(Map.of("threads", 2, "placement",
                        XmlSettings.WITHIN))).placed(SINGLE)).getMessage());
        assertEquals(List.of(1, 2, 3, 4, 8, 12, 16, 20, 24, 28, 32, 64), XmlStudy.threads(32));
    }

    private static String threads(List<XmlCell> cells, String transaction, String placement) {
        return cells.stream().map(XmlCell::cell).filter(each -> each.algorithm().equals(transaction)
                && each.parameters().get("placement").equals(placement)).map(each -> String.valueOf(each.threads()))
                .collect(Collectors.joining(" "));
    }

    @Test
    void everyParserIsComparedWithTheJdksAtItsSize() {
        for (XmlCell each : cells("parsers", SINGLE)) {
            Bench.Cell baseline = each.baseline() == null ? each.cell() : each.baseline();
            assertEquals("stax-parse jdk " + each.cell().bytes(), baseline.algorithm() + " " + baseline.provider() + " "
                    + baseline.bytes());
        }
    }

    @Test
    void whatDiffersInOneRespectIsCompared() {
        List<XmlCell> cells = request("", XmlChoice.NOTHING.with(TransactionSettings.TRANSACTION, "stax-parse")
                .with(TransactionSettings.LIBRARY, "jdk", "aalto").with(TransactionSettings.THREADS, 1, 2))
                .plan(host(SINGLE)).cells();
        assertEquals(List.of("jdk 1", "jdk 2 vs. jdk 1", "aalto 1 vs. jdk 1", "aalto 2 vs. jdk 2"),
                cells.stream().map(each -> each.cell().provider() + " " + each.cell().threads()
                        + (each.baseline() == null ? "" : " vs. " + each.baseline().provider() + " "
                                + each.baseline().threads())).toList());
    }

    @Test
    void optionsAreComparedWithNone() {
        List<XmlCell> all = cells("jvm-options", SINGLE);
        assertEquals(2 * (1 + XmlOptions.ofToday(17).size() + XmlOptions.of2006(host(SINGLE)).size()), all.size());
        assertTrue(all.stream().map(XmlCell::baseline).filter(Objects::nonNull)
                .allMatch(each -> each.parameters().get("jvmOptions").equals(XmlCell.DEFAULT)));
        assertTrue(all.stream().anyMatch(each -> options(each).contains("Shenandoah")));
        List<XmlCell> slides = cells("slides", SINGLE);
        assertTrue(slides.stream().noneMatch(each -> options(each).contains("Shenandoah")));
        assertTrue(slides.stream().anyMatch(each -> options(each).equals("-XX:+UseBiasedLocking")));
        assertTrue(cells("slides,jvm-options", SINGLE).stream().anyMatch(each -> options(each).contains("Shenandoah")),
                "all were asked for, too");
    }

    private static String options(XmlCell cell) {
        return cell.cell().parameters().get("jvmOptions");
    }

    @Test
    void theSlidesHeapIsScaledDownWhereMemoryLacks() {
        Host small = new Host(SINGLE, true, 2 * GIGA, 0, 2_048);
        assertTrue(XmlOptions.of2006(small).stream().anyMatch(each -> each.containsAll(List.of("-Xmx1024m",
                "-Xmn590m", "-XX:ParallelGCThreads=3"))));
        assertEquals(List.of("jvm-options: the heap of the slides, 3,550 MB, is scaled down to 1,024 MB, half of this "
                + "machine's memory"), XmlOptions.notes(small));
        assertEquals(List.of(), XmlOptions.notes(host(SINGLE)));
    }

    @Test
    void pagesOfHugetlbfsAreTriedWhereThereAreAny() {
        assertEquals("no huge pages are reserved on this machine. Reserve them as root by `sysctl "
                + "vm.nr_hugepages=641` (641 of 2,048 KB, each 2,097,152 bytes), and release them by `sysctl "
                + "vm.nr_hugepages=0`", hugetlb(host(SINGLE)));
        assertNull(hugetlb(new Host(SINGLE, true, 64 * GIGA, 700, 2_048)));
        assertTrue(XmlOptions.notesOnPages("always").get(0).endsWith("root sets 'madvise' to measure without"));
        assertTrue(XmlOptions.notesOnPages(null).get(0).endsWith("is not known"));
        assertEquals(new MemoryPages(12, 8, 2_048), MemoryPages.of(List.of("7f0000-7f1000 rw-p 0 00:00 0",
                "Rss:                   8 kB", "AnonHugePages:         8 kB", "Rss:  4 kB", "Private_Hugetlb: 2048 kB",
                "VmFlags: rd wr")));
    }

    private static String hugetlb(Host host) {
        return request("large-pages", XmlChoice.NOTHING).plan(host).cells().stream()
                .filter(each -> options(each).equals("-XX:+UseLargePages")).findFirst().orElseThrow().refused();
    }

    @Test
    void signaturesAreComparedWithTheJdksOwnWithTheSameKey() {
        List<XmlCell> cells = cells("signatures", SINGLE);
        for (XmlCell each : cells) {
            Bench.Cell baseline = each.baseline() == null ? each.cell() : each.baseline();
            assertEquals(each.cell().parameters().get("key"), baseline.parameters().get("key"));
            assertEquals(each.cell().parameters().get("key").startsWith("rsa") ? "SunRsaSign" : "SunEC",
                    baseline.parameters().get("signer"));
        }
        assertEquals(List.of("sign-enveloped ec-p256", "sign-enveloped rsa-2048", "sign-enveloped rsa-4096",
                "signature ec-p256", "signature rsa-2048", "signature rsa-4096"),
                cells.stream().map(XmlCell::cell).filter(each -> each.parameters().get("signer").equals("EEJSRemote"))
                        .map(each -> each.algorithm() + " " + each.parameters().get("key")).sorted().toList());
    }

    @Test
    void everyCellHasItsOwnName() {
        List<XmlCell> cells = cells("transactions,parsers,slides,jvm-options", SMT);
        assertEquals(cells.size(), cells.stream().map(XmlCell::toString).distinct().count());
    }

    @Test
    void secondsBecomeIterations() {
        assertEquals(new Timing(3, 6, 1_000, 5, 500), Timing.ofSeconds(3, 6, 2.5));
        assertEquals(new Timing(1, 1, 100, 1, 100), Timing.ofSeconds(1, 0.1, 0.1));
    }

    @Test
    void wrongNamesListThoseThatExist() {
        says("--document: 'memo' is not a document; there are invoice, purchase-order, pacs.008", "document", "memo");
        says("--size: '1GB' is not a size; give bytes, KB or MB from 1KB to 16MB", "size", "1GB");
        says("--key: 'dsa' is not a key; there are rsa-1024, rsa-2048, rsa-4096, ec-p256, ec-p384", "key", "dsa");
        says("--placement 'up': must be across, within, none", "placement", "up");
        says("--library: 'woodstax' is not a library; did you mean woodstox?", "library", "woodstax");
        says("--provider 'bcc' is not a provider; did you mean BC?", "provider", "bcc");
        refuses("--study 'parser' is not a study; did you mean parsers?", "parser", XmlChoice.NOTHING);
        refuses("--library aalto: none of them is one for jaxb-unmarshal; there are jaxb-ri, jaxb-ri-woodstox, "
                + "jaxb-ri-aalto", "", choice("library", "aalto", "jaxb-unmarshal"));
        refuses("--key and --provider are for signatures, which stax-parse has none of; leave them out", "",
                choice("provider", "BC", "stax-parse"));
        assertEquals("--profile 'alternating' is not possible; give cpu or off", assertThrows(InputException.class,
                () -> new XmlRequest(List.of(), XmlChoice.NOTHING, null, null, null, null, "alternating", false,
                        List.of())).getMessage());
    }

    private static void says(String line, String what, String name) {
        assertEquals(line, assertThrows(InputException.class, () -> choice(what, name)).getMessage());
    }

    private static void refuses(String line, String studies, XmlChoice choice) {
        assertEquals(line, assertThrows(InputException.class, () -> request(studies, choice)).getMessage());
    }

    private static XmlChoice choice(String what, String name, String... transactions) {
        Setting<?> setting = TransactionSettings.ALL.stream().filter(each -> each.key().equals(what)).findFirst()
                .orElseThrow();
        return XmlChoice.NOTHING.with(TransactionSettings.TRANSACTION, List.of(transactions)).with(setting, name);
    }
}

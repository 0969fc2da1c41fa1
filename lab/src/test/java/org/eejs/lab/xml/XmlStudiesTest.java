package org.eejs.lab.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.eejs.banking.settings.Setting;
import org.eejs.lab.machine.Host;
import org.eejs.lab.machine.ProcessorList;
import org.eejs.lab.machine.ThreadPlacement;
import org.eejs.lab.settings.TransactionSettings;
import org.eejs.lab.settings.XmlChoice;
import org.eejs.lab.settings.XmlTask;
import org.eejs.lab.xml.JvmOptionsStudy.Variant;
import org.eejs.result.InputException;
import org.eejs.result.NotHereException;
import org.eejs.result.settings.XmlSettings;
import org.junit.jupiter.api.Test;

/** What studies measure, on machines that are made up. */
class XmlStudiesTest {
    private static final long GIGA = 1L << 30;
    /** Four cores with two hardware threads each, as Linux usually numbers them. */
    private static final List<BitSet> SMT = cores("0,4", "1,5", "2,6", "3,7");
    private static final List<BitSet> SINGLE = cores("0", "1", "2");

    private static List<BitSet> cores(String... lists) {
        return Arrays.stream(lists).map(ProcessorList::parse).toList();
    }

    private static Host host(List<BitSet> cores) {
        return new Host(cores, true, 64 * GIGA, 0, 2_048);
    }

    @Test
    void threadsAreSpreadOverCoresOrFillThem() {
        assertEquals("0", ProcessorList.format(ThreadPlacement.across(SMT, 1)));
        assertEquals("0-2", ProcessorList.format(ThreadPlacement.across(SMT, 3)));
        assertEquals("0-4", ProcessorList.format(ThreadPlacement.across(SMT, 5)), "a second one of the first core");
        assertEquals("0,4", ProcessorList.format(ThreadPlacement.within(SMT, 2)));
        assertEquals("0-1,4", ProcessorList.format(ThreadPlacement.within(SMT, 3)));
        assertEquals("0-7", ProcessorList.format(ThreadPlacement.across(SMT, 16)));
        assertEquals("0-7", ProcessorList.format(ThreadPlacement.within(SMT, 8)));
        assertEquals("1,3", ProcessorList.format(ThreadPlacement.within(cores("0", "1,3"), 2)), "a whole core first");
    }

    @Test
    void withinCoresIsMeasuredWhereCoresHaveSeveralThreads() {
        List<XmlStudy.Cell> cells = new ThreadsStudy().cells(XmlChoice.NOTHING, 1, host(SMT));
        assertEquals("1 2 3 4 5 6 7 8 16", threads(cells, "stax-parse", XmlSettings.ACROSS));
        assertEquals("1 2 3 4 5 6 7 8", threads(cells, "jaxb-unmarshal", XmlSettings.WITHIN));
        assertNull(ThreadsStudy.lack(host(SMT)));
        for (XmlStudy.Cell cell : cells) {
            assertTrue(cell.baseline() == null || cell.baseline().settings().threads() == 1, cell.label());
        }
        assertEquals(2, cells.stream().filter(cell -> cell.baseline() == null).count(), "one thread of each");
    }

    @Test
    void withoutSuchCoresOnlyAcrossIsMeasuredAndTheReportSaysWhy() {
        List<XmlStudy.Cell> cells = new ThreadsStudy().cells(XmlChoice.NOTHING, 1, host(SINGLE));
        assertEquals("1 2 3 6", threads(cells, "stax-parse", XmlSettings.ACROSS));
        assertEquals("", threads(cells, "stax-parse", XmlSettings.WITHIN));
        assertEquals("each core that can be used here has one hardware thread, so threads within a core cannot be "
                + "shown and run across cores", ThreadsStudy.lack(host(SINGLE)));
        assertEquals(1, new ThreadsStudy().notes(host(SINGLE)).size());
        assertEquals("--placement 'within' needs cores with two hardware threads; those of this machine have one",
                assertThrows(NotHereException.class, () -> XmlTask.of(new XmlSettings(null, null, null, null, null,
                        null, 2, XmlSettings.WITHIN, null, null, null), SINGLE)).getMessage());
    }

    @Test
    void manyProcessorsAreMeasuredInEighths() {
        assertEquals(List.of(1, 2, 3, 4, 8, 12, 16, 20, 24, 28, 32, 64), ThreadsStudy.threads(32));
    }

    private static String threads(List<XmlStudy.Cell> cells, String transaction, String placement) {
        return cells.stream().map(XmlStudy.Cell::settings).filter(each -> each.transaction().equals(transaction)
                && each.placement().equals(placement)).map(each -> each.threads().toString())
                .collect(Collectors.joining(" "));
    }

    @Test
    void everyParserIsHeldAgainstTheJdksAtItsSize() {
        List<XmlStudy.Cell> cells = new ParsersStudy().cells(XmlChoice.NOTHING, 1, host(SINGLE));
        for (XmlStudy.Cell cell : cells) {
            XmlSettings base = cell.baseline() == null ? cell.settings() : cell.baseline().settings();
            assertEquals("stax-parse jdk " + cell.settings().size(),
                    base.transaction() + " " + base.library() + " " + base.size());
        }
        assertEquals(List.of("1KB", "10KB", "100KB", "1MB"), cells.stream().map(cell -> cell.settings().size())
                .distinct().toList());
        assertEquals(List.of("stax-parse", "sax-parse", "fast-infoset-parse", "dom-parse"), cells.stream()
                .map(cell -> cell.settings().transaction()).distinct().toList());
    }

    @Test
    void whatWasChosenTakesThePlaceOfWhatIsUsual() {
        XmlChoice choice = XmlChoice.NOTHING.with(TransactionSettings.TRANSACTION, "stax-parse")
                .with(TransactionSettings.LIBRARY, "woodstox", "aalto").with(TransactionSettings.SIZE, "10KB", "1MB")
                .with(TransactionSettings.THREADS, 1, 2);
        List<XmlStudy.Cell> cells = new TransactionsStudy().cells(choice, 7, host(SINGLE));
        assertEquals("woodstox 10 KB, 1 thread -> none; woodstox 10 KB, 2 threads -> 10 KB, 1 thread; "
                + "woodstox 1 MB, 1 thread -> none; woodstox 1 MB, 2 threads -> 1 MB, 1 thread; "
                + "aalto 10 KB, 1 thread -> 10 KB, 1 thread; aalto 10 KB, 2 threads -> 10 KB, 2 threads; "
                + "aalto 1 MB, 1 thread -> 1 MB, 1 thread; aalto 1 MB, 2 threads -> 1 MB, 2 threads",
                cells.stream().map(cell -> cell.settings().library() + " " + cell.label() + " -> "
                        + (cell.baseline() == null ? "none" : cell.baseline().label()))
                        .collect(Collectors.joining("; ")));
        assertEquals(Set.of(7L), cells.stream().map(cell -> cell.settings().seed()).collect(Collectors.toSet()));
        assertEquals("woodstox", cells.get(4).baseline().settings().library());
    }

    @Test
    void optionsFollowTheJdk() {
        assertEquals(List.of("-XX:+UseZGC"), options(17, "Z"));
        assertEquals(List.of("-XX:+UseZGC", "-XX:+ZGenerational"), options(21, "Z"));
        assertEquals(List.of("-XX:+UseZGC"), options(25, "Z"));
        assertEquals(List.of("-XX:+UnlockExperimentalVMOptions", "-XX:+UseCompactObjectHeaders"),
                options(24, "compact headers"));
        assertEquals(List.of("-XX:+UseCompactObjectHeaders"), options(25, "compact headers"));
    }

    private static List<String> options(int feature, String label) {
        return JvmOptionsStudy.variants(feature, host(SINGLE)).stream().filter(each -> each.label().equals(label))
                .map(Variant::options).findFirst().orElseThrow();
    }

    @Test
    void theSlidesOptionsAreTriedAsTheyWere() {
        assertEquals(List.of("-Xmx3550m", "-Xms3550m", "-Xmn2g", "-Xss128k", "-XX:+UseParallelGC",
                "-XX:ParallelGCThreads=8", "-XX:+UseParallelOldGC", "-XX:+AggressiveOpts"),
                options(17, "2006: the winner as it was"));
        Variant threads = JvmOptionsStudy.variants(17, host(SMT)).stream().filter(each -> each.label().endsWith(
                "for each core")).findFirst().orElseThrow();
        assertEquals(List.of("-XX:+UseParallelGC", "-XX:ParallelGCThreads=4"), threads.options());
    }

    @Test
    void theSlidesTakeNoOptionsOfToday() {
        assertEquals(List.of("default", "Parallel"), labels("slides").stream().filter(label ->
                !label.startsWith("2006: ")).toList());
        assertTrue(labels("slides").containsAll(List.of("2006: biased locking", "2006: AggressiveOpts",
                "2006: the winner, what is left of it", "2006: pages of 256 MB")));
        assertTrue(labels("slides,jvm-options").contains("Shenandoah"), "all were asked for, too");
    }

    private static List<String> labels(String studies) {
        return XmlStudies.named(List.of(studies.split(","))).stream().filter(study -> study.name().equals("jvm-options"))
                .findFirst().orElseThrow().cells(XmlChoice.NOTHING, 1, host(SINGLE)).stream()
                .map(XmlStudy.Cell::label).distinct().toList();
    }

    @Test
    void theSlidesHeapIsScaledDownWhereMemoryLacks() {
        Host small = new Host(SINGLE, true, 2 * GIGA, 0, 2_048);
        Variant winner = JvmOptionsStudy.variants(17, small).stream().filter(each -> each.label().contains("winner"))
                .findFirst().orElseThrow();
        assertTrue(winner.options().containsAll(List.of("-Xmx1024m", "-Xmn590m", "-XX:ParallelGCThreads=3")),
                winner.toString());
        assertEquals(List.of("jvm-options: the heap of the slides, 3,550 MB, is scaled down to 1,024 MB, half of this "
                + "machine's memory"), new JvmOptionsStudy().notes(small));
        assertEquals(List.of(), new JvmOptionsStudy().notes(host(SINGLE)));
    }

    @Test
    void pagesOfHugetlbfsAreTriedWhereThereAreAny() {
        assertEquals("no huge pages are reserved on this machine; root reserves them by sysctl vm.nr_hugepages=641 "
                + "(641 of 2,048 KB, each 2,097,152 bytes), and gives them back by sysctl vm.nr_hugepages=0",
                hugetlb(0));
        assertNull(hugetlb(700));
    }

    /** Each is tried, and what the JVM makes of it stands in the result. */
    @Test
    void pagesOfTheWrongSizeAreTried() {
        List<XmlStudy.Cell> cells = new LargePagesStudy().cells(XmlChoice.NOTHING, 1, host(SINGLE));
        assertEquals(List.of("-XX:+UseLargePages", "-XX:LargePageSizeInBytes=256m"), cells.stream()
                .filter(cell -> cell.label().startsWith("hugetlbfs, 256 MB")).findFirst().orElseThrow().settings()
                .jvmOptions());
        assertTrue(LargePagesStudy.note("always").endsWith("root sets 'madvise' to measure without"));
        assertTrue(LargePagesStudy.note(null).endsWith("is not known"));
    }

    private static String hugetlb(long pages) {
        Host host = new Host(SINGLE, true, 64 * GIGA, pages, 2_048);
        return new LargePagesStudy().cells(XmlChoice.NOTHING, 1, host).stream()
                .filter(cell -> cell.label().equals("hugetlbfs")).findFirst().orElseThrow().refused();
    }

    @Test
    void signaturesAreHeldAgainstTheJdksOwnWithTheSameKey() {
        List<XmlStudy.Cell> cells = new SignaturesStudy().cells(XmlChoice.NOTHING, 1, host(SINGLE));
        for (XmlStudy.Cell cell : cells) {
            XmlSettings base = cell.baseline() == null ? cell.settings() : cell.baseline().settings();
            assertEquals(cell.settings().key(), base.key());
            assertEquals(cell.settings().key().startsWith("rsa") ? "SunRsaSign" : "SunEC", base.provider());
        }
        assertEquals(List.of("sign-enveloped rsa-2048", "sign-enveloped rsa-4096", "sign-enveloped ec-p256"),
                cells.stream().map(XmlStudy.Cell::settings)
                .filter(each -> each.provider().equals("EEJSRemote")).map(each -> each.transaction() + " " + each.key())
                .toList());
    }

    @Test
    void everyStudyCanBePlannedAndEachCellHasItsOwnName() {
        for (XmlStudy study : XmlStudies.named(List.of("transactions", "parsers", "threads", "jvm-options",
                "large-pages", "signatures"))) {
            List<XmlStudy.Cell> cells = study.cells(XmlChoice.NOTHING, 1, host(SMT));
            cells.forEach(cell -> assertNotNull(XmlTask.of(cell.settings(), SMT)));
            assertEquals(cells.size(), cells.stream().map(XmlStudy.Cell::toString).distinct().count(), study.name());
        }
        assertEquals(List.of("threads", "jvm-options", "large-pages", "signatures"),
                XmlStudies.named(List.of("slides")).stream().map(XmlStudy::name).toList());
    }

    @Test
    void wrongNamesListThoseThatExist() {
        says("--document: 'memo' is not a document; there are invoice, purchase-order, pacs.008",
                "document", "memo");
        says("--size: '1GB' is not a size; give bytes, KB or MB from 1KB to 16MB", "size", "1GB");
        says("--key: 'dsa' is not a key; there are rsa-1024, rsa-2048, rsa-4096, ec-p256, ec-p384", "key", "dsa");
        says("--placement 'up' is not possible; give across, within, none", "placement", "up");
        assertTrue(message("transaction", "stax").startsWith("--transaction: 'stax' is not a transaction; there are "
                + "stax-parse, "), message("transaction", "stax"));
        assertEquals("--library: 'woodstax' is not a library; did you mean woodstox?", message("library", "woodstax"));
        assertEquals("--provider 'bcc' is not a provider; did you mean BC?", message("provider", "bcc"));
        assertEquals("--study 'parser' is not a study; did you mean parsers?",
                assertThrows(InputException.class, () ->
                        new XmlRequest(List.of("parser"), XmlChoice.NOTHING, null, null, null, null, null, false,
                                List.of())).getMessage());
        assertEquals("--library aalto: none of them is one for jaxb-unmarshal; there are jaxb-ri, jaxb-ri-woodstox, "
                + "jaxb-ri-aalto", assertThrows(InputException.class, () -> new XmlRequest(List.of(),
                        choice("library", "aalto", "jaxb-unmarshal"), null, null, null, null, null, false, List.of()))
                        .getMessage());
        assertEquals("--profile 'alternating' is not possible; give cpu or off", assertThrows(InputException.class,
                () -> new XmlRequest(List.of(), XmlChoice.NOTHING, null, null, null, null, "alternating", false,
                        List.of())).getMessage());
        assertEquals("--key and --provider are for signatures, which stax-parse has none of; leave them out",
                assertThrows(InputException.class, () -> new XmlRequest(List.of(),
                        choice("provider", "BC", "stax-parse"), null, null, null, null, null, false, List.of()))
                        .getMessage());
    }

    private static void says(String line, String what, String name) {
        assertEquals(line, message(what, name));
    }

    private static String message(String what, String name) {
        return assertThrows(InputException.class, () -> choice(what, name)).getMessage();
    }

    private static XmlChoice choice(String what, String name, String... transactions) {
        Setting<?> setting = TransactionSettings.ALL.stream().filter(each -> each.key().equals(what)).findFirst()
                .orElseThrow();
        return XmlChoice.NOTHING.with(TransactionSettings.TRANSACTION, List.of(transactions)).with(setting, name);
    }
}

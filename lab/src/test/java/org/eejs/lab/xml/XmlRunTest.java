package org.eejs.lab.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eejs.lab.machine.TlbMisses;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.lab.settings.MemoryPages;
import org.eejs.lab.settings.XmlTask;
import org.eejs.profile.CpuSamples;
import org.eejs.profile.Place;
import org.eejs.result.CpuCategory;
import org.eejs.result.CpuProfile;
import org.eejs.result.NotHereException;
import org.eejs.result.Xml;
import org.eejs.result.settings.XmlSettings;
import org.eejs.xmlload.engine.WorkloadTick;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The workload's process as the lab starts it. */
class XmlRunTest {
    private static final long SECOND = 1_000_000_000;

    @TempDir
    private Path folder;

    private XmlRun run(List<String> jvmOptions) {
        XmlSettings settings = new XmlSettings("stax-parse", "woodstox", "invoice", "1KB", null, null, 2, null, null,
                jvmOptions, 3L);
        return new XmlRun(XmlTask.of(settings), null, Path.of(System.getProperty("eejs.home")),
                folder.resolve("workload.log"), new AbortSwitch());
    }

    @Test
    void aRoundIsMeasuredAndTheMemoryLookedAt() throws Exception {
        XmlRun.Outcome outcome = run(List.of("-Xmn4m")).measure(new XmlRun.Timing(0.3, 1.1, 0, 0.5, true, false));
        Xml.Round round = outcome.round();
        assertEquals(1_000, outcome.documentBytes(), 200);
        assertTrue(round.transactionsPerSecond() > 100, round.toString());
        assertTrue(round.cpuMicrosPerTransaction() > 0 && round.allocatedBytesPerTransaction() > 0, round.toString());
        assertTrue(round.collections() > 0, "a young part of 4 MB is soon full: " + round);
        assertFalse(round.perSecond().isEmpty(), round.toString());
        assertTrue(outcome.pages().residentKb() > 20_000, outcome.pages().toString());
        assertNull(outcome.signature());
        assertTrue(outcome.jitMicros() > 0 && outcome.jitMicros() + outcome.gcMicros()
                < round.cpuMicrosPerTransaction(), outcome.toString());
        assertEquals("asyncProfiler", outcome.samples().sampling().source(), outcome.samples().toString());
        assertTrue(outcome.samples().places().keySet().stream().anyMatch(place ->
                place.category() == CpuCategory.XML), outcome.samples().toString());
        for (String file : List.of("xml.jfr", "flame-graph.html")) {
            assertTrue(Files.exists(folder.resolve(file)), file);
        }
    }

    @Test
    void transactionsArePerformedInNumber() throws Exception {
        run(List.of()).perform(50);
    }

    @Test
    void whatTheJvmRefusesIsToldInItsWords() {
        assertEquals("the JVM does not start: Unrecognized VM option 'AggressiveOpts'",
                refusal(List.of("-XX:+AggressiveOpts")));
        String stacks = refusal(List.of("-Xss8k"));
        assertTrue(stacks.startsWith("the JVM does not start: ") && stacks.contains("stack size"), stacks);
    }

    @Test
    void whatTheJvmSaysBetweenTheEventsIsPassedOver() throws Exception {
        run(List.of("-Xlog:gc*=info:stdout")).perform(50);
    }

    @Test
    void aProcessThatEndsBeforeItIsReadyWasNotRefused() throws Exception {
        Files.createDirectories(folder.resolve("empty/xmlload"));
        XmlRun run = new XmlRun(XmlTask.of(XmlSettings.UNSAID), null, folder.resolve("empty"),
                folder.resolve("workload.log"), new AbortSwitch());
        String failure = assertThrows(RunFailedException.class, () -> run.perform(1)).getMessage();
        assertTrue(failure.contains("ended with exit code 1") && failure.contains("XmlMain"), failure);
    }

    private String refusal(List<String> options) {
        XmlRun.Timing timing = new XmlRun.Timing(1, 1, 0, 0, false, false);
        return assertThrows(NotHereException.class, () -> run(options).measure(timing)).getMessage();
    }

    @Test
    void aRoundIsTheDifferenceOfItsEdges() throws Exception {
        WorkloadTick begin = tick(5, 1_000, 7_000, 20, 2, 1_000_000);
        Xml.Round round = XmlRun.round(begin, List.of(tick(6, 1_200, 7_900, 20, 2, 1_100_000),
                tick(7, 1_500, 8_800, 25, 3, 2_000_000)));
        assertEquals(250, round.transactionsPerSecond());
        assertEquals(3_600, round.cpuMicrosPerTransaction());
        assertEquals(2_000, round.allocatedBytesPerTransaction());
        assertEquals(5, round.gcMs());
        assertEquals(1, round.collections());
        assertEquals(List.of(200.0, 300.0), round.perSecond());
        assertEquals("no transaction came to its end in the steady state; give it more time by --steady",
                assertThrows(RunFailedException.class, () -> XmlRun.round(begin,
                        List.of(tick(6, 1_000, 7_100, 20, 2, 0)))).getMessage());
    }

    private static WorkloadTick tick(int second, long transactions, long cpuMs, long gcMs, long collections,
            long allocated) {
        return new WorkloadTick(second * SECOND, transactions, 1_000_000 * cpuMs, gcMs, collections, allocated);
    }

    @Test
    void pagesAreSummedUpOverAllMappings() {
        assertEquals(new MemoryPages(300, 2_048, 4_096), MemoryPages.of(List.of(
                "c0000000-100000000 rw-p 00000000 00:00 0 ", "Size:            1048576 kB",
                "Rss:                 100 kB",
                "AnonHugePages:      2048 kB", "Shared_Hugetlb:        0 kB", "Private_Hugetlb:    4096 kB",
                "VmFlags: rd wr mr mw me ac sd ", "7f0000000000-7f0000001000 r--p 00000000 08:01 1 /lib/libc.so",
                "Rss:                 200 kB", "AnonHugePages:         0 kB")));
    }

    @Test
    void missesOfTlbsAreReadFromPerf() {
        assertEquals(1234567, TlbMisses.count("1234567,,dTLB-load-misses:u,5000000,100.00,,\n"));
        assertNull(TlbMisses.count("<not supported>,,dTLB-load-misses,0,100.00,,\n"));
        String missing = TlbMisses.missing();
        assertTrue(missing == null || missing.startsWith("TLB misses are not counted: "), missing);
    }

    @Test
    void ratiosAreOfRoundsSideBySide() {
        XmlSettings usual = XmlTask.of(XmlSettings.UNSAID).settings();
        XmlStudy.Cell base = new XmlStudy.Cell("transactions", "", usual, null, null);
        XmlStudy.Cell other = new XmlStudy.Cell("transactions", "b", base.settings(), base, null);
        XmlTally below = new XmlTally(base, XmlTask.of(base.settings()));
        XmlTally above = new XmlTally(other, XmlTask.of(other.settings()));
        assertEquals(Xml.State.NOT_REACHED, above.result(null).state());
        for (double slowness : new double[] {1, 1.1, 1.2}) {
            below.add(outcome(100 / slowness));
            above.add(outcome(150 / slowness));
        }
        below.add(outcome(10));
        Xml.Ratio ratio = XmlRatios.of(List.of(below, above)).get(0);
        assertEquals(1.5, ratio.ratio(), 1e-9);
        assertEquals(List.of(1.5, 1.5), ratio.ci95().stream().map(end -> Math.round(1e6 * end) / 1e6).toList());
        assertEquals("better", ratio.verdict());
        assertEquals(0, ratio.baseline());
        assertEquals(1, ratio.cell());
        assertNotNull(above.result(null).ci95());
        assertEquals(Xml.State.MEASURED, above.result(null).state());
        above.refuse("the JVM has enough");
        assertEquals(List.of(), XmlRatios.of(List.of(below, above)));
        assertEquals("the JVM has enough", above.result(null).error());
        assertEquals(Xml.State.REFUSED, above.result(null).state());
        assertFalse(above.isWrong(), "a refusal is no bad verdict");
        above.fail("the check before the timing failed: elements: 2 instead of 3");
        assertEquals(Xml.State.FAILED, above.result(null).state());
        assertTrue(above.isWrong());
        below.prove(new XmlProof(new Xml.Proof("pkcs11-spy", "C_Sign", 200, 199, false), null));
        assertTrue(below.isWrong(), "nor does a proof that does not hold leave the verdict good");
    }

    private static XmlRun.Outcome outcome(double rate) {
        Xml.Round round = new Xml.Round(rate, 1e6 / rate, 10, 0, 0, true, List.of(rate));
        return new XmlRun.Outcome(10_000, round, null, null, null, null, 100, 50, null);
    }

    /** Only the first of three rounds was sampled, and its shares are of the mean of all. */
    @Test
    void whereTheProcessorTimeWentSumsToTheMeanOfAllRounds() {
        XmlTask task = XmlTask.of(XmlSettings.UNSAID);
        XmlTally tally = new XmlTally(new XmlStudy.Cell("transactions", "", task.settings(), null, null), task);
        Place rsa = new Place(CpuCategory.XML_SIGNATURES, "signature", new Place.Primitive("RSA", "SunRsaSign"));
        tally.add(sampled(1_000, new CpuSamples(new CpuProfile.Sampling("asyncProfiler", false, 400, 0, null, null),
                Map.of(rsa, 300L, new Place(CpuCategory.APPLICATION, null, null), 100L), Map.of())));
        tally.add(outcome(500));
        tally.add(outcome(250));
        Xml.Cell cell = tally.result(null);
        assertEquals(7_000 / 3.0, cell.cpuMicrosPerTransaction(), 1e-6);
        assertEquals(cell.cpuMicrosPerTransaction(), cell.cpu().attribution().stream()
                .mapToDouble(CpuProfile.Part::cpuMicrosPerTransaction).sum(), 1e-6);
        CpuProfile.Part signature = cell.cpu().attribution().get(0);
        assertEquals("signature", signature.detail());
        assertEquals(0.75 * (7_000 / 3.0 - 150), signature.cpuMicrosPerTransaction(), 1e-6);
        assertNull(signature.cpuMsPerPage());
        assertEquals(signature.cpuMicrosPerTransaction(), cell.cpu().cryptography().get(0).cpuMicrosPerTransaction());
        XmlTally refused = new XmlTally(tally.cell(), task);
        refused.add(sampled(1_000, new CpuSamples(CpuProfile.unknown(List.of("no attaching")).profile(), Map.of(),
                Map.of())));
        assertEquals(CpuProfile.unknown(List.of("no attaching")), refused.result(null).cpu());
    }

    private static XmlRun.Outcome sampled(double rate, CpuSamples samples) {
        return new XmlRun.Outcome(10_000, outcome(rate).round(), null, null, null, null, 100, 50, samples);
    }
}

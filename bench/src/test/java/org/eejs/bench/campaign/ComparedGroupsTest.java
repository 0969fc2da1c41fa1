package org.eejs.bench.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.eejs.banking.bottlenecks.BottleneckProvider;
import org.eejs.bench.cures.BottleneckCosts;
import org.eejs.bench.cures.OpenJdkStyle;
import org.eejs.bench.cures.SslContextInit;
import org.eejs.bench.measuring.Call;
import org.eejs.bench.measuring.CellRun;
import org.eejs.bench.measuring.Extent;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.JmhFork;
import org.eejs.bench.measuring.MeasuredJvm;
import org.eejs.bench.measuring.Timing;
import org.eejs.bench.random.RandomBytes;
import org.eejs.bench.tls.KeyManagerContext;
import org.eejs.bench.tls.KeyManagerHandshake;
import org.eejs.bench.tls.KeyStoreRefresh;
import org.eejs.bench.tls.SslHandshakesInTurn;
import org.eejs.bench.xml.PixSigning;
import org.eejs.lab.machine.Jdk;
import org.eejs.result.Bench;
import org.eejs.result.BenchFigures;
import org.eejs.result.InputException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.eejs.result.Observation;
import org.openjdk.jmh.results.RunResult;

/** Groups with a baseline: their calls, their plans, and short measurements by forks. */
class ComparedGroupsTest {
    private static final Timing SHORT = new Timing(1, 1, 500, 1, 1_000);

    @TempDir
    private Path logs;
    private List<Provider> before;

    static Stream<Group> groups() {
        return Stream.of(KeyManagerHandshake.GROUP, KeyStoreRefresh.GROUP, RandomBytes.SOURCES, PixSigning.GROUP);
    }

    static Stream<Group> others() {
        return Stream.of(SslHandshakesInTurn.FULL, SslHandshakesInTurn.RESUMED, KeyManagerContext.GROUP,
                SslContextInit.GROUP, BottleneckCosts.GROUP, OpenJdkStyle.GROUP);
    }

    @BeforeEach
    void look() {
        before = List.of(Security.getProviders());
    }

    /** Removes the provider with a lock, which serves only by its name. */
    @AfterEach
    void theJvmIsAsItWas() {
        Security.removeProvider(BottleneckProvider.NAME);
        assertEquals(before, List.of(Security.getProviders()));
    }

    @ParameterizedTest
    @MethodSource("groups")
    void everyWayIsCalledAndFindsWhatItAsserts(Group group) throws Exception {
        everyWayIsCalled(group);
    }

    @ParameterizedTest
    @MethodSource("others")
    @Tag("long")
    void soAreThoseOfOtherGroups(Group group) throws Exception {
        everyWayIsCalled(group);
    }

    private static void everyWayIsCalled(Group group) throws Exception {
        for (String algorithm : group.algorithms(Extent.QUICK)) {
            for (String way : group.providers(algorithm)) {
                try {
                    assertFalse(group.check(way, algorithm).isBlank());
                } catch (NoSuchAlgorithmException e) {
                    assertEquals("NSS is not on this machine", e.getMessage());
                }
            }
        }
    }

    @Test
    void theyAreMeasuredOnlyWhenTheyAreNamed() {
        BenchRequest all = BenchRequestTest.request(List.of(), List.of(), List.of(), List.of(), List.of());
        assertTrue(all.chosenGroups().stream().allMatch(group -> group.comparisons().isEmpty()));
        assertEquals(List.of(BottleneckCosts.GROUP), plan("bottlenecks").request().chosenGroups());
    }

    @Test
    void comparedCellsAreInOneBlock() {
        List<List<BenchPlan.Fork>> blocks = plan("bottlenecks").blocks(BottleneckCosts.GROUP,
                passed(BottleneckCosts.GROUP));
        assertEquals(6, blocks.size());
        for (List<BenchPlan.Fork> block : blocks) {
            assertEquals(1, block.stream().map(fork -> fork.first().algorithm()).distinct().count());
            boolean alone = block.get(0).first().algorithm().equals("pkix-pkcs12");
            assertEquals(alone ? Set.of(1) : Set.of(1, 2), Set.copyOf(block.stream()
                    .map(fork -> fork.first().threads()).distinct().toList()));
            assertEquals(alone ? 2 : 4, block.size());
        }
    }

    @Test
    void keyManagersShareAFork() {
        Group group = SslHandshakesInTurn.FULL;
        List<BenchPlan.Fork> forks = plan(group.name()).blocks(group, passed(group)).stream().flatMap(List::stream)
                .toList();
        assertEquals(2, forks.size());
        assertEquals(List.of("SunX509", "EEJS", "PKIX"), forks.get(0).cells().stream().map(Bench.Cell::provider)
                .toList());
    }

    @Test
    void aRequirementWithoutABaselineIsReported() {
        List<Bench.Check> checks = new ArrayList<>(passed(RandomBytes.SOURCES));
        BenchPlan plan = plan("cures-random");
        plan.requireBaselines(checks);
        checks.add(check(RandomBytes.SOURCES, "source", "NSS", Bench.Verdict.UNAVAILABLE));
        plan.requireBaselines(checks);
        checks.add(check(RandomBytes.SOURCES, "source", "NativePRNG", Bench.Verdict.FAILED));
        assertEquals("source of cures-random on JDK 17.0.1 is required, but NativePRNG did not pass its check: broken",
                assertThrows(InputException.class, () -> plan.requireBaselines(checks)).getMessage());
    }

    @Test
    @Tag("long")
    void ratesAndProcessorTimeAreRead() throws Exception {
        Observation small = fork(RandomBytes.SOURCES, cell(RandomBytes.SOURCES, "source", 32, "NativePRNG"));
        Observation large = fork(RandomBytes.SOURCES, cell(RandomBytes.SOURCES, "source", 16_384, "NativePRNG"));
        double ratio = BenchFigures.OPS.of(small) / BenchFigures.OPS.of(large);
        assertTrue(ratio > 20, "512 times fewer bytes were " + ratio + " times faster");
        double time = 1e6 / BenchFigures.OPS.of(large);
        double cpu = BenchFigures.CPU.of(large);
        assertTrue(cpu > 0 && cpu < 1.5 * Runtime.getRuntime().availableProcessors() * time,
                cpu + " us of CPU in " + time + " us");
        assertTrue(BenchFigures.KERNEL.of(large) <= cpu * 1.5, large.toString());
        assertEquals(16_384 * BenchFigures.OPS.of(large) / 1e6, BenchFigures.MEGABYTES.of(large), 1e-6);
        assertEquals(1, large.evidence().iterations().size());
    }

    /** JMH's own sum shows several times what processors can do, since a thread that gets one late has a short time. */
    @Test
    void threadsThatShareProcessorsDoNoMoreThanTheseCan() throws Exception {
        Bench.Cell one = cell(RandomBytes.SOURCES, "source", 32, "NativePRNG");
        Bench.Cell many = new Bench.Cell(one.group(), one.operation(), one.algorithm(), one.bytes(), one.parameters(),
                one.jdk(), one.provider(), one.intrinsics(), 64);
        Observation reading = fork(RandomBytes.SOURCES, many);
        double busy = BenchFigures.OPS.of(reading) * BenchFigures.CPU.of(reading) / 1e6;
        assertTrue(busy < 1.05 * Runtime.getRuntime().availableProcessors(), busy + " processors");
    }

    @Test
    @Tag("long")
    void keyManagersInTurnAreReadFromOneFork() throws Exception {
        Group group = SslHandshakesInTurn.FULL;
        Bench.Cell cell = cell(group, "TLSv1.2 EC", null, "SunX509");
        RunResult fork = new CellRun(MeasuredJvm.of(Jdk.running(), "SunX509"), SHORT, logs)
                .measure(group, cell, null, options -> { });
        double ratio = micros(group, fork, cell(group, "TLSv1.2 EC", null, "PKIX")) / micros(group, fork, cell);
        assertTrue(ratio > 1.5, "decrypting a key of 50,000 iterations made a handshake " + ratio
                + " times more expensive");
    }

    /** A key manager that decrypts a key for a context costs a thousand times what the others do. */
    @Test
    @Tag("long")
    void contextsInTurnTellWhoDecrypts() throws Exception {
        Group group = KeyManagerContext.GROUP;
        RunResult fork = new CellRun(MeasuredJvm.of(Jdk.running(), "SunX509"), SHORT, logs)
                .measure(group, cell(group, "TLSv1.2", null, "SunX509"), null, options -> { });
        Map<String, Double> micros = new TreeMap<>();
        for (String each : group.providers("TLSv1.2")) {
            micros.put(each, micros(group, fork, cell(group, "TLSv1.2", null, each)));
        }
        for (String eager : List.of("SunX509", "EEJS-init")) {
            for (String lazy : List.of("PKIX", "EEJS")) {
                assertTrue(micros.get(eager) > 10 * micros.get(lazy), micros.toString());
            }
        }
    }

    @Test
    @Tag("long")
    void aKeyStoreThatIsReplacedIsFollowed() throws Exception {
        RunResult fork = refreshed(250);
        Map<String, Double> micros = new TreeMap<>();
        for (String store : List.of("left", "replaced")) {
            micros.put(store, micros(KeyStoreRefresh.GROUP, fork, cell(KeyStoreRefresh.GROUP, "TLSv1.3", null, store)));
        }
        assertTrue(micros.values().stream().allMatch(each -> each > 100), micros.toString());
        Exception unseen = assertThrows(JmhFork.FailedException.class, () -> refreshed(60_000));
        assertTrue(unseen.getMessage().matches(".*the key store was replaced [1-9]\\d* times, and 0 times clients saw "
                + "another certificate"), unseen.getMessage());
    }

    /** Measures with a key store that is replaced each 400 ms and polled at this interval. */
    private RunResult refreshed(long lookedAtMs) throws Exception {
        return new CellRun(MeasuredJvm.of(Jdk.running()), SHORT, logs).measure("refreshed", new Call(
                KeyStoreRefresh.class, "full", Map.of("protocol", "TLSv1.3", "everyMs", "400", "iterations", "10000")), 1,
                List.of("-Dorg.eejs.jsse.refreshMillis=" + lookedAtMs),
                options -> { });
    }

    @Test
    void aFailedBenchmarkReportsTheReason() {
        Exception failure = assertThrows(JmhFork.FailedException.class,
                () -> fork(RandomBytes.SOURCES, cell(RandomBytes.SOURCES, "source", 32, "none")));
        assertTrue(failure.getMessage().contains("No enum constant"), failure.getMessage());
    }

    private Observation fork(Group group, Bench.Cell cell) throws Exception {
        return group.reading(cell, 1, new CellRun(MeasuredJvm.of(Jdk.running(), "SUN"), SHORT, logs)
                .measure(group, cell, null, options -> { }));
    }

    private static double micros(Group group, RunResult fork, Bench.Cell cell) {
        return BenchFigures.CPU.of(group.reading(cell, 1, fork));
    }

    private static Bench.Cell cell(Group group, String algorithm, Integer bytes, String provider) {
        Map<String, String> parameters = new TreeMap<>();
        group.variations(Extent.QUICK).forEach((parameter, values) -> parameters.put(parameter, values.get(0)));
        return new Bench.Cell(group.name(), group.operations(Extent.QUICK).get(0), algorithm, bytes, parameters,
                Jdk.running().version(), provider, true, 1);
    }

    private static BenchPlan plan(String group) {
        return BenchPlan.of(BenchRequestTest.request(List.of(group), List.of(), List.of(), List.of(), List.of()), 2);
    }

    private static List<Bench.Check> passed(Group group) {
        return group.algorithms(Extent.QUICK).stream().flatMap(algorithm -> group.providers(algorithm).stream()
                .map(way -> check(group, algorithm, way, Bench.Verdict.OK))).toList();
    }

    private static Bench.Check check(Group group, String algorithm, String way, Bench.Verdict verdict) {
        return new Bench.Check(group.name(), algorithm, "17.0.1", way, null, verdict, null, "broken");
    }
}

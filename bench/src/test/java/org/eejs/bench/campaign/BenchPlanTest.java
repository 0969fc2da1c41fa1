package org.eejs.bench.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.eejs.bench.measuring.Extent;
import org.eejs.bench.measuring.Group;
import org.eejs.result.Bench;
import org.eejs.result.Bench.Verdict;
import org.junit.jupiter.api.Test;

/** Tests of the cells for a request. */
class BenchPlanTest {
    private static final Group GCM = Groups.named("gcm");

    private static Bench.Check passed(String provider) {
        return new Bench.Check("gcm", "AES-128-GCM", "17.0.1", provider, "1", Verdict.OK, "a vector", null);
    }

    private static BenchPlan plan(List<Integer> threads, List<Integer> sizes) {
        return BenchPlan.of(BenchRequestTest.request(List.of("gcm"), List.of(), threads, sizes, List.of()), 2);
    }

    @Test
    void softwareIsMeasuredOfTheJdkOnly() {
        List<Bench.Cell> cells = plan(List.of(1), List.of(16)).cells(GCM, List.of(passed("SunJCE"), passed("ACCP")));
        assertEquals(Set.of("SunJCE true", "SunJCE false", "ACCP true"), cells.stream()
                .map(cell -> cell.provider() + " " + cell.intrinsics()).collect(Collectors.toSet()));
    }

    @Test
    void machineCodeThatIsNamedIsMeasuredInAllThreads() {
        BenchRequest request = new BenchRequest(List.of("gcm"), List.of(), List.of(), List.of(1, 2), List.of(16384),
                List.of(), List.of(), null, List.of("on", "-UseGHASHIntrinsics"), Map.of(), true, false);
        assertEquals(Set.of("SunJCE 1 ", "SunJCE 2 ", "SunJCE 1 without UseGHASHIntrinsics",
                "SunJCE 2 without UseGHASHIntrinsics", "ACCP 1 ", "ACCP 2 "), BenchPlan.of(request, 2).cells(GCM,
                        List.of(passed("SunJCE"), passed("ACCP"))).stream().filter(cell -> cell.operation().equals(
                                "encrypt")).map(cell -> cell.provider() + " " + cell.threads() + " "
                                        + cell.machineCode().words()).collect(Collectors.toSet()));
    }

    @Test
    void ofParametersThoseThatAreNamedAreMeasured() {
        Group group = Groups.named("key-managers");
        Bench.Check passed = new Bench.Check(group.name(), "TLSv1.3", "17.0.1", "stock", null, Verdict.OK, null, null);
        BenchPlan usual = BenchPlan.of(BenchRequestTest.request(List.of(), Map.of()), 2);
        assertEquals(Set.of("full SunX509 10000", "full PKIX 10000", "resumed SunX509 10000", "resumed PKIX 10000"),
                words(usual.cells(group, List.of(passed))));
        BenchPlan named = BenchPlan.of(BenchRequestTest.request(List.of(), Map.of("iterations", List.of("50000"),
                "keyManager", List.of("PKIX"))), 2);
        assertEquals(Set.of("full PKIX 50000", "resumed PKIX 50000"), words(named.cells(group, List.of(passed))));
    }

    private static Set<String> words(List<Bench.Cell> cells) {
        return cells.stream().map(cell -> cell.operation() + " " + cell.parameters().get("keyManager") + " "
                + cell.parameters().get("iterations")).collect(Collectors.toSet());
    }

    @Test
    void whatIsNamedIsMeasuredInAllThreads() {
        List<Bench.Cell> cells = plan(List.of(1, 2), List.of(16, 65536)).cells(GCM, List.of(passed("ACCP")));
        assertEquals(Set.of("16 1", "65536 1", "16 2", "65536 2"), cells.stream().map(cell -> cell.bytes() + " "
                + cell.threads()).collect(Collectors.toSet()));
    }

    @Test
    void inThreadsTheLargestRecordIsMeasuredOnly() {
        List<Bench.Cell> cells = plan(List.of(), List.of(16, 16384, 65536)).cells(GCM, List.of(passed("ACCP")));
        assertEquals(Set.of(16, 16384, 65536), cells.stream().filter(cell -> cell.threads() == 1)
                .map(Bench.Cell::bytes).collect(Collectors.toSet()));
        assertEquals(Set.of(16384), cells.stream().filter(cell -> cell.threads() == 2).map(Bench.Cell::bytes)
                .collect(Collectors.toSet()));
    }

    /** Locks show where threads wait for them, so their groups accept any number of threads. */
    @Test
    void numbersOfThreadsThatAreNamedReplaceThoseOfAGroup() {
        for (String words : List.of("bottlenecks/cipher-probe/with it", "bottlenecks/cipher-probe/without",
                "cures-random/source/LOCKED", "cures-random/source/EEJS")) {
            String[] parts = words.split("/");
            Group group = Groups.named(parts[0]);
            List<Bench.Check> passed = List.of(
                    new Bench.Check(parts[0], parts[1], "17.0.1", parts[2], "1", Verdict.OK, "", null));
            assertEquals(List.of(1, 16, 64), threads(group, List.of(1, 16, 64), passed), words);
            assertTrue(threads(group, List.of(), passed).contains(2), words);
        }
    }

    private static List<Integer> threads(Group group, List<Integer> named, List<Bench.Check> passed) {
        return BenchPlan.of(BenchRequestTest.request(List.of(group.name()), List.of(), named, List.of(), List.of()), 2)
                .cells(group, passed).stream().map(Bench.Cell::threads).toList();
    }

    @Test
    void nativeCodeIsMeasuredOnceForAllProviders() {
        BenchPlan plan = plan(List.of(1), List.of(16));
        List<Bench.Cell> cells = plan.cells(GCM, List.of(passed("SunJCE"), passed("ACCP"), passed("BC")));
        assertEquals(1, BenchPlan.natives(GCM, cells).size());
    }

    @Test
    void everyGroupHasAQuickPlan() {
        for (Group group : Groups.listed()) {
            BenchPlan plan = BenchPlan.of(BenchRequestTest.request(List.of(group.name()), List.of(), List.of(),
                    List.of(), List.of()), 2);
            List<Bench.Check> all = BenchRequest.providers(Groups.listed()).stream().flatMap(provider -> plan
                    .questions(provider).stream().map(question -> new Bench.Check(question.group(),
                    question.algorithm(), "17.0.1",
                            provider, "1", Verdict.OK, "a vector", null))).toList();
            assertFalse(all.isEmpty(), group.name());
            assertTrue(all.stream().allMatch(check -> group.algorithms(Extent.THOROUGH).contains(check.algorithm())));
            assertFalse(plan.cells(group, all).isEmpty(), group.name());
        }
    }
}

package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.eejs.banking.Qos;
import org.eejs.result.BankFigures;
import org.eejs.result.Observation;
import org.eejs.result.Result.Second;
import org.eejs.result.Result;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The figures of a fixture must agree: contradictions would hide faults of the report. */
class RenderingFixtureTest {
    static Result[] results() {
        return new Result[] {RenderingFixture.valid(), RenderingFixture.slow(), RenderingFixture.invalid()};
    }

    @ParameterizedTest
    @MethodSource("results")
    void figuresAgree(Result result) {
        Observation run = result.observations().get(0);
        List<Second> all = run.evidence().everySecond();
        List<Second> steady = run.evidence().steadySeconds();
        long pages = run.count("pages");
        long failed = run.count("failedPages");
        assertEquals(75, all.size());
        assertEquals(pages, sum(run, "count"), 1e-9);
        assertEquals(pages, steady.stream().mapToLong(Second::pages).sum());
        assertEquals(pages, run.count("responseTimeMs.count"));
        assertEquals(failed, steady.stream().mapToLong(Second::failedPages).sum());
        assertEquals(failed, run.figures().keySet().stream().filter(id -> id.startsWith("failures."))
                .mapToLong(run::count).sum());
        assertEquals(all.stream().mapToLong(Second::failedPages).sum(), run.evidence().failures().stream()
                .flatMap(phase -> phase.reasons().values().stream()).mapToLong(Long::longValue).sum());
        assertEquals(failed, sum(run, "failed"), 1e-9);
        assertEquals(run.count("handshakes.client.full"), steady.stream().mapToLong(Second::fullHandshakes).sum());
        assertEquals(run.count("handshakes.client.resumed"),
                steady.stream().mapToLong(Second::resumedHandshakes).sum());
        assertEquals(run.count("handshakesWholeRun.client.full"),
                all.stream().mapToLong(Second::fullHandshakes).sum());
        double good = BankFigures.GOOD.of(run);
        double tolerable = BankFigures.TOLERABLE.of(run);
        assertEquals(1, tolerable + BankFigures.FAILED.of(run), 1e-9);
        assertTrue(good <= tolerable);
        assertEquals(Qos.PUBLISHED.isMet(good, tolerable), run.evidence().qos().met());
        assertEquals(1, sum(run, "share"), 1e-9);
        assertTrue(BankFigures.MIX_DEVIATION.of(run) <= BankFigures.MIX_LIMIT.of(run));
        double bank = run.value("cpuSeconds.bank.user") + run.value("cpuSeconds.bank.system");
        assertEquals(bank, steady.stream().mapToDouble(Second::bankCpu).sum(), 0.01);
        assertEquals(1_000 * bank / pages, BankFigures.CPU.of(run), 1e-9);
    }

    /** Returns the sum of a figure over pages. */
    private static double sum(Observation run, String word) {
        return run.figures().keySet().stream().filter(id -> id.startsWith("perPage.") && id.endsWith("." + word))
                .mapToDouble(run::value).sum();
    }
}

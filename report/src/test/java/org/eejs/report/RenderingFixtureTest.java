package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.eejs.banking.Qos;
import org.eejs.result.Result;
import org.eejs.result.Result.PageFigures;
import org.eejs.result.Result.Run;
import org.eejs.result.Result.Second;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A fixture whose figures contradict each other would hide faults of the report. */
class RenderingFixtureTest {
    static Result[] results() {
        return new Result[] {RenderingFixture.valid(), RenderingFixture.slow(), RenderingFixture.invalid()};
    }

    @ParameterizedTest
    @MethodSource("results")
    void figuresAgree(Result result) {
        Run run = result.runs().get(0);
        assertEquals(75, run.timeSeries().size());
        assertEquals(run.pages(), run.perPage().values().stream().mapToLong(PageFigures::count).sum());
        assertEquals(run.pages(), steady(run).mapToLong(Second::pages).sum());
        assertEquals(run.pages(), run.responseTimeMs().count());
        assertEquals(run.failedPages(), steady(run).mapToLong(Second::failedPages).sum());
        assertEquals(run.failedPages(), run.failures().values().stream().mapToLong(Long::longValue).sum());
        assertEquals(run.failedPages(), run.perPage().values().stream().mapToLong(PageFigures::failed).sum());
        assertEquals(run.handshakes().client().full(), steady(run).mapToLong(Second::fullHandshakes).sum());
        assertEquals(run.handshakes().client().resumed(), steady(run).mapToLong(Second::resumedHandshakes).sum());
        assertEquals(run.handshakesWholeRun().client().full(),
                run.timeSeries().stream().mapToLong(Second::fullHandshakes).sum());
        assertEquals(1, run.tolerable() + run.failed(), 1e-9);
        assertTrue(run.good() <= run.tolerable());
        assertEquals(Qos.PUBLISHED.isMet(run.good(), run.tolerable()), run.qos().met());
        assertEquals(1, run.perPage().values().stream().mapToDouble(PageFigures::share).sum(), 1e-9);
        assertTrue(run.mixDeviation() <= run.mixDeviationLimit());
        double bank = run.cpuSeconds().get("bank").user() + run.cpuSeconds().get("bank").system();
        assertEquals(bank, steady(run).mapToDouble(Second::bankCpu).sum(), 0.01);
        assertEquals(1_000 * bank / run.pages(), run.cpuMsPerPage(), 1e-9);
    }

    private static Stream<Second> steady(Run run) {
        return run.timeSeries().stream().filter(second -> second.phase().equals("steady"));
    }
}

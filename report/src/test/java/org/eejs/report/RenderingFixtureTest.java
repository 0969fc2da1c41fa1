package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collection;
import java.util.stream.Stream;
import org.eejs.banking.Qos;
import org.eejs.result.BankingFigures;
import org.eejs.result.Result;
import org.eejs.result.Result.HandshakeCount;
import org.eejs.result.Result.PageFigures;
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
        BankingFigures figures = result.runs().get(0).banking();
        BankingFigures.Load load = figures.load();
        HandshakeCount users = figures.tls().handshakes().client();
        Collection<PageFigures> perPage = figures.mix().perPage().values();
        assertEquals(75, figures.timeSeries().size());
        assertEquals(load.pages(), perPage.stream().mapToLong(PageFigures::count).sum());
        assertEquals(load.pages(), steady(figures).mapToLong(Second::pages).sum());
        assertEquals(load.pages(), figures.times().responseTimeMs().count());
        assertEquals(load.failedPages(), steady(figures).mapToLong(Second::failedPages).sum());
        assertEquals(load.failedPages(), load.failures().values().stream().mapToLong(Long::longValue).sum());
        assertEquals(figures.timeSeries().stream().mapToLong(Second::failedPages).sum(), load.failuresByPhase().stream()
                .flatMap(phase -> phase.failures().values().stream()).mapToLong(Long::longValue).sum());
        assertEquals(load.failedPages(), perPage.stream().mapToLong(PageFigures::failed).sum());
        assertEquals(users.full(), steady(figures).mapToLong(Second::fullHandshakes).sum());
        assertEquals(users.resumed(), steady(figures).mapToLong(Second::resumedHandshakes).sum());
        assertEquals(figures.tls().handshakesWholeRun().client().full(),
                figures.timeSeries().stream().mapToLong(Second::fullHandshakes).sum());
        assertEquals(1, figures.quality().tolerable() + figures.quality().failed(), 1e-9);
        assertTrue(figures.quality().good() <= figures.quality().tolerable());
        assertEquals(Qos.PUBLISHED.isMet(figures.quality().good(), figures.quality().tolerable()), figures.qos().met());
        assertEquals(1, perPage.stream().mapToDouble(PageFigures::share).sum(), 1e-9);
        assertTrue(figures.mix().withinLimit());
        Result.CpuSeconds cpu = figures.usage().cpuSeconds().get("bank");
        double bank = cpu.user() + cpu.system();
        assertEquals(bank, steady(figures).mapToDouble(Second::bankCpu).sum(), 0.01);
        assertEquals(1_000 * bank / load.pages(), figures.usage().cpuMsPerPage(), 1e-9);
    }

    private static Stream<Second> steady(BankingFigures figures) {
        return figures.timeSeries().stream().filter(second -> second.phase().equals("steady"));
    }
}

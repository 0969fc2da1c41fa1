package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.eejs.result.Evidence.PhaseFailures;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.junit.jupiter.api.Test;

/** Uncertain figures must look uncertain in every place. */
class FirstLookTest {
    private static final Observation WHOLE = RenderingFixture.valid().observations().get(0);
    private static final UnaryOperator<ChangedRun> SHORT = run -> run.with("pages", 9).with("pagesPerSecond", 1.5);
    private static final UnaryOperator<ChangedRun> COMPILING = run -> run.with("cpuMsPerPage", 20)
            .with("appCpuMsPerPage", 12).with("cpuMsPerPageBy.app", 10).with("cpuMsPerPageBy.jit", 8)
            .with("cpuMsPerPageBy.gc", 2);

    private static Result result(UnaryOperator<ChangedRun> change) {
        return Result.ofRun("run", "2026-11-21T06:11:00Z", RenderingFixture.settings(), RenderingFixture.disclosure(),
                change.apply(ChangedRun.of(WHOLE)).run());
    }

    private static Result comparison(UnaryOperator<ChangedRun> change) {
        Result fixture = ComparisonFixture.of("C");
        return Result.of(fixture.command(), fixture.startedAt(), fixture.settings(), fixture.disclosure(),
                fixture.procedure(), fixture.configurations(), fixture.observations().stream()
                        .map(run -> change.apply(ChangedRun.of(run)).run()).toList(), fixture.comparisons(), null,
                                null);
    }

    private static String terminal(Result result) {
        return Report.terminal(result).replaceAll("\\s+", " ");
    }

    @Test
    void pagesWithoutATimeAreCounted() {
        String screen = terminal(result(run -> run.with("pages", WHOLE.count("pages") + 12)));
        assertTrue(screen.contains("99% took at most 68.7 ms; 12 pages failed and have no time."), screen);
    }

    /** The exit code is that of the pages, so the verdict is neither a failure nor a success. */
    @Test
    void itsQualityOfServiceIsASkippedTestCase() {
        String cases = JUnitFile.of(result(SHORT), List.of());
        assertTrue(cases.contains("failures=\"0\"") && cases.contains("skipped=\"1\"")
                && cases.contains("<skipped message=\"First look: 9 pages"), cases);
    }

    private static String plain(String text) {
        return text.replace('\u00a0', ' ');
    }

    @Test
    void itsFirstSentencesNameIt() {
        Result look = result(SHORT);
        assertTrue(terminal(look).startsWith(" modern on JDK 17.0.15: No verdict. ℹ First look: 9 pages in the steady "
                + "state are too few for a verdict (300 needed)."), terminal(look));
        String markdown = Report.markdown(List.of(look));
        assertEquals("# modern on JDK 17.0.15: No verdict", markdown.lines().findFirst().orElseThrow());
        String html = Report.html(List.of(look));
        assertTrue(html.contains("<title>EEJS: modern on JDK 17.0.15, first look</title>"));
        for (String form : List.of(terminal(look), markdown, html)) {
            assertFalse(form.contains("QoS met") || form.contains("Quality of service met"));
        }
    }

    @Test
    void figuresOfAJvmThatCompilesAreMarkedEverywhere() {
        Result young = result(COMPILING);
        String screen = terminal(young);
        assertTrue(screen.contains("No verdict. ℹ The bank’s JVM was still compiling, which took 40.0% of its CPU."),
                screen);
        assertTrue(screen.contains("12.0 ms of CPU (still compiling)"), screen);
        assertTrue(screen.contains("12.0 ms still compiling; including garbage collection"), screen);
        assertTrue(screen.contains("The bank was still compiling."), screen);
        String html = Report.html(List.of(young));
        assertTrue(html.contains("still compiling; including garbage collection")
                && html.contains(" (still compiling)"));
        String beside = plain(Report.markdown(List.of(RenderingFixture.valid(), young)));
        assertTrue(beside.contains(" (still compiling)"), beside);
        assertTrue(beside.contains("no verdict"), beside);
    }

    @Test
    void aComparisonOfShortRunsIsAFirstLookToo() {
        Result look = comparison(run -> SHORT.apply(COMPILING.apply(run)));
        assertTrue(terminal(look).startsWith(" First look: "), terminal(look));
        String markdown = Report.markdown(List.of(look));
        assertTrue(markdown.startsWith("# First look: "), markdown);
        assertTrue(markdown.contains("(still compiling)"), markdown);
        String beside = Report.markdown(List.of(look, RenderingFixture.valid()));
        assertTrue(beside.contains("first look") && !beside.contains("QoS met in"), beside);
    }

    @Test
    void otherUseOfTheMachineIsReported() {
        UnaryOperator<ChangedRun> disturbed = run -> run.with("foreignCpu", 0.23);
        String screen = terminal(result(disturbed));
        assertTrue(screen.contains("Caution: Other programs used 23.0% of the machine’s CPU time; run"), screen);
        assertFalse(terminal(RenderingFixture.valid()).contains("Caution: Other programs"), "1.1% is the kernel's own");
        String several = plain(terminal(comparison(disturbed)));
        assertTrue(several.contains("other programs used up to 23.0% of the machine’s CPU time."), several);
        assertFalse(several.contains("steal was up to"), several);
    }

    @Test
    void pagesThatFailedHaveReasonsByPhase() {
        String screen = terminal(result(run -> run.failed(List.of(
                new PhaseFailures("rampUp", 120, Map.of("slow", 110L, "connectionRefused", 1L)),
                new PhaseFailures("warmUp", 100, Map.of("slow", 10L))))));
        assertTrue(screen.contains("ramp-up too slow, over 4 s 110 91.7% ramp-up connection refused 1 0.833% "
                + "warm-up too slow, over 4 s 10 10.0%"), screen);
    }
}

package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.eejs.result.BankingFigures;
import org.eejs.result.BankingFigures.CpuBy;
import org.eejs.result.BankingFigures.Load;
import org.eejs.result.BankingFigures.PhaseFailures;
import org.eejs.result.BankingFigures.Usage;
import org.eejs.result.Experiment.RunsCompared;
import org.eejs.result.Measured;
import org.eejs.result.Result;
import org.eejs.result.Result.Run;
import org.junit.jupiter.api.Test;

/** What is not firm is not said as if it were, wherever it stands. */
class FirstLookTest {
    private static final Run WHOLE = RenderingFixture.valid().runs().get(0);
    private static final UnaryOperator<Load> SHORT = load -> new Load(load.sessions(), 9, 1.5, 60, 20, 0, Map.of(),
            List.of());
    private static final UnaryOperator<Usage> COMPILING = usage -> with(usage, new CpuBy(10, 8, 2), 0.01);

    private static Usage with(Usage usage, CpuBy used, double foreign) {
        return new Usage(usage.cpuSeconds(), used.app() + used.jit() + used.gc(), used.app() + used.gc(), used,
                usage.gcMs(), usage.allocatedBytesPerPage(), usage.residentBytes(), usage.backEndCalls(),
                usage.stolenCpu(), foreign);
    }

    private static Run changed(Run run, UnaryOperator<Load> load, UnaryOperator<Usage> usage) {
        BankingFigures all = run.banking();
        return new Run(run.configuration(), run.repetition(), run.invalid(), run.steady(), run.phasesSeconds(),
                new BankingFigures(load.apply(all.load()), all.times(), all.mix(), all.quality(), all.tls(),
                        usage.apply(all.usage()), all.served(), all.settling(), all.qos(), all.timeSeries(),
                        all.cpuProfile(), all.waits(), all.hosts()));
    }

    private static Result result(Run run) {
        return new Result("run", "2026-11-21T06:11:00Z", RenderingFixture.settings(), RenderingFixture.disclosure(),
                new Measured.Runs(List.of(run)));
    }

    private static Result comparison(UnaryOperator<Load> load, UnaryOperator<Usage> usage) {
        Result fixture = ComparisonFixture.of("C");
        RunsCompared compared = (RunsCompared) fixture.measured();
        return new Result(fixture.command(), fixture.startedAt(), fixture.experiment(), fixture.disclosure(),
                new RunsCompared(compared.procedure(), compared.configurations(), compared.runs().stream()
                        .map(run -> changed(run, load, usage)).toList(), compared.comparisons(),
                        compared.published()));
    }

    private static String terminal(Result result) {
        return Report.terminal(result).replaceAll("\\s+", " ");
    }

    @Test
    void timesSayHowManyPagesHaveNone() {
        String screen = terminal(result(changed(WHOLE, load -> new Load(load.sessions(), load.pages() + 12,
                load.pagesPerSecond(), load.httpRequests(), 0, 12, Map.of("connectionLost", 12L), List.of()),
                UnaryOperator.identity())));
        assertTrue(screen.contains("99 % took at most 68.7 ms; 12 pages failed and have no time."), screen);
    }

    /** Whose exit code is that of the pages that there were: not a failure, and no success either. */
    @Test
    void itsQualityOfServiceIsASkippedTestCase() {
        String cases = JUnitFile.of(result(changed(WHOLE, SHORT, usage -> usage)), List.of());
        assertTrue(cases.contains("failures=\"0\"") && cases.contains("skipped=\"1\"")
                && cases.contains("<skipped message=\"Its steady state had 9"), cases);
    }

    private static String plain(String text) {
        return text.replace('\u00a0', ' ');
    }

    @Test
    void itsFirstSentenceSaysThatItIsOne() {
        Result look = result(changed(WHOLE, SHORT, UnaryOperator.identity()));
        assertTrue(terminal(look).startsWith(" modern on JDK 17.0.15: A first look, no verdict. ✕ Its steady state had "
                + "9 pages; a verdict takes 300."), terminal(look));
        String markdown = Report.markdown(List.of(look));
        assertEquals("# modern on JDK 17.0.15: A first look, no verdict", markdown.lines().findFirst().orElseThrow());
        String html = Report.html(List.of(look));
        assertTrue(html.contains("<title>EEJS: modern on JDK 17.0.15, first look</title>"));
        for (String form : List.of(terminal(look), markdown, html)) {
            assertFalse(form.contains("QoS met") || form.contains("Quality of service met"));
        }
    }

    @Test
    void figuresOfAJvmThatCompilesAreMarkedWhereverTheyStand() {
        Result young = result(changed(WHOLE, UnaryOperator.identity(), COMPILING));
        String screen = terminal(young);
        assertTrue(screen.contains("No verdict. ✕ The bank’s JVM was still compiling: that was 40.0 % of its CPU."),
                screen);
        assertTrue(screen.contains("12.0 ms of CPU (still compiling)"), screen);
        assertTrue(screen.contains("12.0 ms still compiling; garbage collection"), screen);
        assertTrue(screen.contains("The bank was still compiling."), screen);
        String html = Report.html(List.of(young));
        assertTrue(html.contains("still compiling; garbage collection") && html.contains(" (still compiling)"));
        String beside = plain(Report.markdown(List.of(RenderingFixture.valid(), young)));
        assertTrue(beside.contains(" (still compiling)"), beside);
        assertTrue(beside.contains("no verdict"), beside);
    }

    @Test
    void aComparisonOfShortRunsIsAFirstLookToo() {
        Result look = comparison(SHORT, COMPILING);
        assertTrue(terminal(look).startsWith(" A first look: "), terminal(look));
        String markdown = Report.markdown(List.of(look));
        assertTrue(markdown.startsWith("# A first look: "), markdown);
        assertTrue(markdown.contains("(still compiling)"), markdown);
        String beside = Report.markdown(List.of(look, RenderingFixture.valid()));
        assertTrue(beside.contains("first look") && !beside.contains("QoS met in"), beside);
    }

    @Test
    void whoHadTheMachineMeanwhileIsSaid() {
        UnaryOperator<Usage> disturbed = usage -> with(usage, usage.cpuMsPerPageBy(), 0.23);
        String screen = terminal(result(changed(WHOLE, UnaryOperator.identity(), disturbed)));
        assertTrue(screen.contains("Careful: Other programs used 23.0 % of the machine’s CPU time meanwhile"), screen);
        assertFalse(terminal(RenderingFixture.valid()).contains("Careful: Other programs"), "1.1 % is the kernel's own");
        String several = plain(terminal(comparison(UnaryOperator.identity(), disturbed)));
        assertTrue(several.contains("others had the machine: programs up to 23.0 % of its CPU time"), several);
    }

    @Test
    void pagesThatFailedHaveReasonsByPhase() {
        String screen = terminal(result(changed(WHOLE, load -> new Load(load.sessions(), load.pages(),
                load.pagesPerSecond(), load.httpRequests(), load.notModified(), 0, Map.of(), List.of(
                        new PhaseFailures("rampUp", 120, Map.of("slow", 110L, "connectionRefused", 1L)),
                        new PhaseFailures("warmUp", 100, Map.of("slow", 10L)))), UnaryOperator.identity())));
        assertTrue(screen.contains("ramp-up too slow, over 4 s 110 91.7 % ramp-up connection refused 1 0.833 % "
                + "warm-up too slow, over 4 s 10 10.0 %"), screen);
    }
}

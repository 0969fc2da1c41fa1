package org.eejs.report.run;

import java.util.List;
import org.eejs.report.page.Block;
import org.eejs.report.page.Chart;
import org.eejs.report.page.Section;
import org.eejs.report.table.Where;
import org.eejs.report.text.Configuration;
import org.eejs.report.text.RunFigures;
import org.eejs.report.text.Tested;
import org.eejs.report.text.Verdict;
import org.eejs.result.BankingFigures;
import org.eejs.result.Result.Disclosure;
import org.eejs.result.Result.Run;

/**
 * All that a report says about one run.
 *
 * @param id tells the runs of a report apart: A, B, C, …
 * @param name the configuration and, where it is repeated, the repetition
 * @param primitives what cryptography costs by itself, where that is known
 */
public record RunSection(String id, String name, Run run, Disclosure disclosure, Verdict verdict,
        List<KeyFigure> keyFigures, Primitives primitives) {
    private static final String DEFAULT = "default";

    /**
     * The section of a run.
     *
     * @param beside its name among other runs; null where it has one already, or stands alone
     * @param repeated whether there are several runs of its configuration
     */
    public static RunSection of(String id, Run run, String beside, Disclosure disclosure, boolean repeated,
            Primitives primitives) {
        Tested tested = Tested.of(run);
        String name = beside != null ? beside : isNamed(run) ? run.configuration()
                : tested.isService() ? tested.name() : Configuration.of(disclosure).name();
        return new RunSection(id, repeated ? name + ", repetition " + run.repetition() : name, run, disclosure,
                Verdict.of(run, disclosure), KeyFigure.of(new RunFigures(run)), primitives);
    }

    /** Whether somebody gave its configuration a name. */
    public static boolean isNamed(Run run) {
        return run.configuration() != null && !run.configuration().equals(DEFAULT);
    }

    BankingFigures figures() {
        return new RunFigures(run).banking();
    }

    public boolean hasTimeSeries() {
        return !figures().timeSeries().isEmpty();
    }

    public boolean hasPercentiles() {
        return !figures().times().percentiles().isEmpty() && figures().load().pages() > 0;
    }

    public boolean hasCpu() {
        return figures().steadySeconds() > 0 && !figures().usage().cpuSeconds().isEmpty();
    }

    /** Charts and tables in the order of the report. */
    public List<Section> sections() {
        Tested tested = Tested.of(run);
        List<Section> sections = List.of(
                Section.of("", Block.when(new RunFigures(run).hasPages(),
                        new Block.Figures(KeyFigure.table(keyFigures), Where.TEXT))),
                ServiceSection.section(new RunFigures(run)),
                CpuSection.section(figures().cpuProfile(), new RunFigures(run),
                        event -> primitives.beside(event, figures().cpuProfile(), disclosure)),
                WaitSection.section(figures().waits(), tested),
                Section.of("Response time and throughput", hasTimeSeries()
                        ? Block.chart(Chart.of("time", "time", id, "Response time and pages per second over time"))
                        : Block.nothing("The run has no time series.", Where.PAGE)),
                Section.of("Response time by percentile", hasPercentiles()
                        ? Block.chart(Chart.of("percentiles", "curve", id, "Percentile curve of the response time"))
                        : Block.nothing(tested.words("No page was completed in the steady state, so there is no "
                                + "percentile curve."), Where.PAGE)),
                PageTable.section(figures(), tested),
                ProcessTable.section(this),
                HostTable.section(figures(), tested),
                HandshakeTable.section(figures()).with(Block.when(hasTimeSeries(),
                        Block.headingOfChart("Handshakes of users per second"),
                        Block.chart(Chart.of("handshakes", "handshakeTime", id,
                                "Full and resumed handshakes per second over time")))),
                FailureTable.section(new RunFigures(run)));
        return sections.stream().map(section -> section.worded(tested::words)).toList();
    }
}

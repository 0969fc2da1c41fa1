package org.eejs.report.run;

import java.util.List;
import org.eejs.report.text.Configuration;
import org.eejs.report.text.RunFigures;
import org.eejs.report.text.Verdict;
import org.eejs.result.BankingFigures;
import org.eejs.result.Result.Disclosure;
import org.eejs.result.Result.Run;

/**
 * All that a report says about one run, in words and tables.
 *
 * @param id tells the runs of a report apart: A, B, C, …
 * @param name the configuration and, where it is repeated, the repetition
 */
public record RunSection(String id, String name, Run run, Verdict verdict, List<KeyFigure> keyFigures, PageTable pages,
        CpuTable cpu, HandshakeTable handshakes, FailureTable failures) {
    private static final String DEFAULT = "default";

    public static RunSection of(String id, Run run, Disclosure disclosure, boolean repeated) {
        RunFigures measured = new RunFigures(run);
        String name = run.configuration() == null || run.configuration().equals(DEFAULT)
                ? Configuration.of(disclosure).name() : run.configuration();
        return new RunSection(id, repeated ? name + ", repetition " + run.repetition() : name, run,
                Verdict.of(run, disclosure), KeyFigure.of(measured), PageTable.of(measured.banking()),
                CpuTable.of(measured), HandshakeTable.of(measured.banking()), FailureTable.of(measured.load()));
    }

    private BankingFigures figures() {
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
}

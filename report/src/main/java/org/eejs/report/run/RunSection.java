package org.eejs.report.run;

import java.util.List;
import org.eejs.report.text.Configuration;
import org.eejs.report.text.RunFigures;
import org.eejs.report.text.Verdict;
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
        String name = run.configuration() == null || run.configuration().equals(DEFAULT)
                ? Configuration.of(disclosure).name() : run.configuration();
        return new RunSection(id, repeated ? name + ", repetition " + run.repetition() : name, run,
                Verdict.of(run, disclosure), KeyFigure.of(run), PageTable.of(run), CpuTable.of(run),
                HandshakeTable.of(run), FailureTable.of(run));
    }

    public boolean hasTimeSeries() {
        return !RunFigures.orEmpty(run.timeSeries()).isEmpty();
    }

    public boolean hasPercentiles() {
        return !RunFigures.orEmpty(run.percentiles()).isEmpty() && run.pages() > 0;
    }

    public boolean hasCpu() {
        return run.steadySeconds() > 0 && !RunFigures.orEmpty(run.cpuSeconds()).isEmpty();
    }
}

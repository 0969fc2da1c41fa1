package org.eejs.report;

import java.util.List;
import org.eejs.lab.Result.Disclosure;
import org.eejs.lab.Result.Run;

/**
 * All that a report says about one run, in words and tables.
 *
 * @param id tells the runs of a report apart: A, B, C, …
 * @param name the configuration and, where it is repeated, the repetition
 */
record RunSection(String id, String name, Run run, Verdict verdict, List<KeyFigure> keyFigures, PageTable pages,
        CpuTable cpu, HandshakeTable handshakes, FailureTable failures) {
    private static final String DEFAULT = "default";

    static RunSection of(String id, Run run, Disclosure disclosure, boolean repeated) {
        String name = run.configuration() == null || run.configuration().equals(DEFAULT)
                ? Configuration.of(disclosure).name() : run.configuration();
        return new RunSection(id, repeated ? name + ", repetition " + run.repetition() : name, run,
                Verdict.of(run, disclosure), KeyFigure.of(run), PageTable.of(run), CpuTable.of(run),
                HandshakeTable.of(run), FailureTable.of(run));
    }

    boolean hasTimeSeries() {
        return !Measured.orEmpty(run.timeSeries()).isEmpty();
    }

    boolean hasPercentiles() {
        return !Measured.orEmpty(run.percentiles()).isEmpty() && run.pages() > 0;
    }

    boolean hasCpu() {
        return run.steadySeconds() > 0 && !Measured.orEmpty(run.cpuSeconds()).isEmpty();
    }
}

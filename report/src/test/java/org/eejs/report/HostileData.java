package org.eejs.report;

import java.util.List;
import java.util.Map;
import org.eejs.lab.Result;
import org.eejs.lab.Result.Disclosure;
import org.eejs.lab.Result.Run;

/** A result whose texts try to become part of the page. */
final class HostileData {
    static final String SCRIPT = "</script><script>console.error('let in')</script>";

    private HostileData() {}

    static Result result() {
        Result good = RenderingFixture.invalid();
        Run run = good.runs().get(0);
        Run hostile = new Run("a|b " + SCRIPT, run.repetition(), false, List.of("reason " + SCRIPT), false,
                run.sessions(), run.phasesSeconds(), run.pages(), run.pagesPerSecond(), run.httpRequests(),
                run.notModified(), run.failedPages(), Map.of("failure " + SCRIPT, 3L), run.responseTimeMs(),
                run.percentiles(), run.loginMs(), run.perPage(), run.mixDeviation(), run.mixDeviationLimit(), run.good(),
                run.tolerable(), run.failed(), run.handshakes(), run.handshakesWholeRun(), run.handshakeMs(),
                run.cpuSeconds(), run.cpuMsPerPage(), run.gcMs(), run.allocatedBytesPerPage(), run.residentBytes(),
                run.backEndCalls(), run.services(), run.serviceCounting(), run.qos(), run.timeSeries());
        Disclosure disclosure = good.disclosure();
        return new Result(good.schema(), SCRIPT, SCRIPT, good.experiment(), null,
                new Disclosure(disclosure.jdks(), "kernel " + SCRIPT, disclosure.cpu(), disclosure.memory(),
                        disclosure.providers(), Map.of("bank", List.of("-Dflag=" + SCRIPT)), disclosure.placement(),
                        disclosure.tls(), disclosure.seeds(), List.of("deviation " + SCRIPT)),
                null, List.of(hostile), null, null);
    }
}

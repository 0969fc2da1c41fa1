package org.eejs.report;

import java.util.List;
import java.util.Map;
import org.eejs.result.Result;
import org.eejs.result.Result.Disclosure;
import org.eejs.result.Result.Run;
import org.eejs.result.settings.RunSettings;

/** A result whose texts try to become part of the page. */
final class HostileData {
    static final String SCRIPT = "</script><script>console.error('let in')</script>";

    private HostileData() {}

    static Result result() {
        Result good = RenderingFixture.invalid();
        Run run = good.runs().get(0);
        Run hostile = new Run("a|b " + SCRIPT, run.repetition(), false, List.of("reason " + SCRIPT), null, false,
                run.sessions(), run.phasesSeconds(), run.pages(), run.pagesPerSecond(), run.httpRequests(),
                run.notModified(), run.failedPages(), Map.of("failure " + SCRIPT, 3L), run.responseTimeMs(),
                run.percentiles(), run.loginMs(), run.perPage(), run.mixDeviation(), run.mixDeviationLimit(),
                run.good(), run.tolerable(), run.failed(), run.handshakes(), run.handshakesWholeRun(),
                run.handshakeMs(), run.cpuSeconds(), run.cpuMsPerPage(), run.gcMs(), run.allocatedBytesPerPage(),
                run.residentBytes(), run.backEndCalls(), run.services(), run.serviceCounting(), run.qos(),
                run.timeSeries(), null);
        Disclosure disclosure = good.disclosure();
        return new Result(good.schema(), SCRIPT, SCRIPT, good.experiment(), null,
                new Disclosure(disclosure.jdks(), "kernel " + SCRIPT, disclosure.cpu(), disclosure.memory(),
                        disclosure.providers(), Map.of("bank", List.of("-Dflag=" + SCRIPT)), disclosure.placement(),
                        disclosure.tls(), disclosure.seeds(), List.of("deviation " + SCRIPT)),
                null, List.of(hostile), null, null, null, null);
    }

    /** A comparison in which all texts of an experiment do the same. */
    static Result comparison() {
        Result fixture = ComparisonFixture.of("E");
        Result.Procedure procedure = fixture.procedure();
        List<Run> runs = fixture.runs().stream().map(run -> ComparisonFixture.copy(run, name(run.configuration()),
                run.repetition(), run.repetition() > 3 ? List.of("reason " + SCRIPT) : List.of(), false,
                List.of(new Result.ServiceProof("service " + SCRIPT, "asked " + SCRIPT,
                        Map.of("provider " + SCRIPT, 1L), Map.of(), List.of(),
                        List.of("provider " + SCRIPT))))).toList();
        return new Result(SCRIPT, SCRIPT, SCRIPT, fixture.experiment(), new Result.Procedure(name("B"),
                "metric " + SCRIPT, procedure.precision(), procedure.margin(), 3, 5, 0.95, "stopped " + SCRIPT, null),
                fixture.disclosure(), configurations(fixture), runs,
                fixture.comparisons().stream().map(each -> new Result.Comparison(
                        each.metric().equals("cpuMsPerPage") ? "metric " + SCRIPT : each.metric(), each.better(),
                        name("B"), name("E"), each.ratio(), each.ci95(), each.verdict(), each.runs(),
                        each.baselineMean(), each.mean())).toList(), null,
                new Result.Published("source " + SCRIPT, List.of(new Result.PublishedFigure("figure " + SCRIPT,
                        name("E"), name("B"), 0.5, null, "words " + SCRIPT, 0.4, null, 1))), null);
    }

    /** A capacity in which they do the same. */
    static Result capacity() {
        Result fixture = CapacityFixture.two();
        Result.Capacity capacity = fixture.capacities().get(0);
        List<Result.Probe> probes = capacity.probes().stream().map(probe -> new Result.Probe(probe.repetition(),
                probe.sessions(), probe.passed(), "purpose " + SCRIPT)).toList();
        List<Run> runs = fixture.runs().stream().map(run -> ComparisonFixture.copy(run, name(run.configuration()),
                run.repetition(), run.valid() ? List.of() : List.of("reason " + SCRIPT), false, null)).toList();
        return new Result(SCRIPT, SCRIPT, SCRIPT, fixture.experiment(), new Result.Procedure(name("B"), null, 0, 0, 1,
                2, 0, null, "criterion " + SCRIPT), fixture.disclosure(), configurations(fixture), runs, null,
                List.of(new Result.Capacity(name("B"), capacity.sessions(), capacity.ci95(), false, true, probes)),
                null, null);
    }

    private static List<Result.Configuration> configurations(Result fixture) {
        Disclosure disclosure = fixture.disclosure();
        return fixture.configurations().stream().map(each -> new Result.Configuration(name(each.name()),
                RunSettings.only("tls", SCRIPT).or(RunSettings.only("provider", each.name() + SCRIPT)), "skipped " + SCRIPT,
                new Disclosure(disclosure.jdks(), each.name() + SCRIPT, disclosure.cpu(), disclosure.memory(),
                        disclosure.providers(), disclosure.flags(), disclosure.placement(), disclosure.tls(),
                        disclosure.seeds(), List.of(each.name() + SCRIPT)))).toList();
    }

    private static String name(String name) {
        return name + "|* " + SCRIPT;
    }
}

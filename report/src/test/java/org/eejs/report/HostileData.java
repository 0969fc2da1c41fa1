package org.eejs.report;

import java.util.List;
import java.util.Map;
import org.eejs.result.Cell;
import org.eejs.result.Evidence;
import org.eejs.result.InvalidReason;
import org.eejs.result.Observation;
import org.eejs.result.Published;
import org.eejs.result.PublishedFigure;
import org.eejs.result.Result.Disclosure;
import org.eejs.result.Result;
import org.eejs.result.settings.RunSettings;

/** A result whose texts try to become part of the page. */
final class HostileData {
    static final String SCRIPT = "</script><script>console.error('let in')</script>";

    private HostileData() {}

    static Result result() {
        Result good = RenderingFixture.invalid();
        Observation hostile = ChangedRun.of(good.observations().get(0)).named("a|b " + SCRIPT, 1)
                .invalid(RenderingFixture.reasons("reason " + SCRIPT)).steady(false)
                .profiled(CpuProfileFixture.hostile(SCRIPT), CpuProfileFixture.waits(SCRIPT))
                .failed(List.of(new Evidence.PhaseFailures("steady", 9, Map.of("failure " + SCRIPT, 3L)))).run();
        Disclosure disclosure = good.disclosure();
        return Result.ofRun(SCRIPT, SCRIPT, good.settings(), new Disclosure(disclosure.jdks(),
                "kernel " + SCRIPT, disclosure.cpu(), disclosure.memory(),
                        disclosure.providers(), Map.of("bank", List.of("-Dflag=" + SCRIPT)), disclosure.placement(),
                        disclosure.tls(), disclosure.seeds(), List.of("deviation " + SCRIPT)), hostile);
    }

    /** Returns a comparison whose texts try the same. */
    static Result comparison() {
        Result fixture = ComparisonFixture.of("E");
        Result.Procedure procedure = fixture.procedure();
        List<Observation> runs = fixture.observations().stream().map(run -> ComparisonFixture.copy(run,
                name(run.configuration()), run.round(), invalid(run.round() > 3), false,
                List.of(new Result.AlgorithmProof("service " + SCRIPT, "asked " + SCRIPT,
                        Map.of("provider " + SCRIPT, 1L), Map.of(), List.of(),
                        List.of("provider " + SCRIPT))))).toList();
        return Result.of(SCRIPT, SCRIPT, fixture.settings(), fixture.disclosure(),
                new Result.Procedure(name("B"), "metric " + SCRIPT, procedure.precision(), procedure.margin(), 3, 5,
                        0.95, "stopped " + SCRIPT, null), configurations(fixture), runs,
                fixture.comparisons().stream().map(each -> new Result.Comparison(
                        each.figure().equals("appCpuMsPerPage") ? "metric " + SCRIPT : each.figure(),
                        Cell.ofConfiguration(name("E")), Cell.ofConfiguration(name("B")), each.ratio(), each.ci95(),
                        each.verdict(), each.runs(), each.baselineMean(), each.mean(), null)).toList(), null,
                new Result.Published("source " + SCRIPT, List.of(new PublishedFigure(new Published.Row(
                        "figure " + SCRIPT, name("E"), name("B"), 0.5, null, "words " + SCRIPT), 0.4, null, 1))));
    }

    /** Returns a capacity whose texts try the same. */
    static Result capacity() {
        Result fixture = CapacityFixture.two();
        Result.Capacity capacity = fixture.capacities().get(0);
        List<Result.Probe> probes = capacity.probes().stream().map(probe -> new Result.Probe(probe.round(),
                probe.sessions(), probe.passed(), "purpose " + SCRIPT)).toList();
        List<Observation> runs = fixture.observations().stream().map(run -> ComparisonFixture.copy(run,
                name(run.configuration()), run.round(), invalid(!run.valid()), false, null)).toList();
        return Result.of(SCRIPT, SCRIPT, fixture.settings(), fixture.disclosure(),
                new Result.Procedure(name("B"), null, 0, 0, 1, 2, 0, null, "criterion " + SCRIPT),
                configurations(fixture), runs, List.of(), List.of(new Result.Capacity(Cell.ofConfiguration(name("B")),
                        capacity.sessions(), capacity.ci95(), false, true, probes)), null);
    }

    private static List<Result.Configuration> configurations(Result fixture) {
        Disclosure disclosure = fixture.disclosure();
        return fixture.configurations().stream()
                .map(each -> new Result.Configuration(name(each.name()),
                RunSettings.only("tls", SCRIPT).or(RunSettings.only("provider", each.name() + SCRIPT)),
                "skipped " + SCRIPT,
                new Disclosure(disclosure.jdks(), each.name() + SCRIPT, disclosure.cpu(), disclosure.memory(),
                        disclosure.providers(), disclosure.flags(), disclosure.placement(), disclosure.tls(),
                        disclosure.seeds(), List.of(each.name() + SCRIPT)))).toList();
    }

    private static List<InvalidReason> invalid(boolean invalid) {
        return invalid ? RenderingFixture.reasons("reason " + SCRIPT) : List.of();
    }

    private static String name(String name) {
        return name + "|* " + SCRIPT;
    }
}

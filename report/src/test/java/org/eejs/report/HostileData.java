package org.eejs.report;

import java.util.List;
import java.util.Map;
import org.eejs.result.BankingFigures;
import org.eejs.result.Experiment.CapacitiesSought;
import org.eejs.result.Experiment.RunsCompared;
import org.eejs.result.Experiment;
import org.eejs.result.InvalidReason;
import org.eejs.result.Measured;
import org.eejs.result.Published;
import org.eejs.result.PublishedFigure;
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
        BankingFigures figures = run.banking();
        BankingFigures.Load load = figures.load();
        Run hostile = new Run("a|b " + SCRIPT, run.repetition(), RenderingFixture.reasons("reason " + SCRIPT), false,
                run.phasesSeconds(), new BankingFigures(new BankingFigures.Load(load.sessions(), load.pages(),
                        load.pagesPerSecond(), load.httpRequests(), load.notModified(), load.failedPages(),
                        Map.of("failure " + SCRIPT, 3L), List.of()), figures.times(), figures.mix(), figures.quality(),
                        figures.tls(), figures.usage(), figures.served(), figures.settling(), figures.qos(),
                        figures.timeSeries(), CpuProfileFixture.hostile(SCRIPT), CpuProfileFixture.waits(SCRIPT), null));
        Disclosure disclosure = good.disclosure();
        return new Result(SCRIPT, SCRIPT, good.experiment(), new Disclosure(disclosure.jdks(),
                "kernel " + SCRIPT, disclosure.cpu(), disclosure.memory(),
                        disclosure.providers(), Map.of("bank", List.of("-Dflag=" + SCRIPT)), disclosure.placement(),
                        disclosure.tls(), disclosure.seeds(), List.of("deviation " + SCRIPT)),
                new Measured.Runs(List.of(hostile)));
    }

    /** A comparison in which all texts of an experiment do the same. */
    static Result comparison() {
        Result fixture = ComparisonFixture.of("E");
        RunsCompared compared = (RunsCompared) fixture.measured();
        Result.Procedure procedure = compared.procedure();
        List<Run> runs = fixture.runs().stream().map(run -> ComparisonFixture.copy(run, name(run.configuration()),
                run.repetition(), invalid(run.repetition() > 3), false,
                List.of(new Result.ServiceProof("service " + SCRIPT, "asked " + SCRIPT,
                        Map.of("provider " + SCRIPT, 1L), Map.of(), List.of(),
                        List.of("provider " + SCRIPT))))).toList();
        return new Result(SCRIPT, SCRIPT, fixture.experiment(), fixture.disclosure(), new RunsCompared(
                new Result.Procedure(name("B"), "metric " + SCRIPT, procedure.precision(), procedure.margin(), 3, 5,
                        0.95, "stopped " + SCRIPT, null), configurations(fixture), runs,
                fixture.comparisons().stream().map(each -> new Result.Comparison(
                        each.metric().equals("appCpuMsPerPage") ? "metric " + SCRIPT : each.metric(), each.better(),
                        name("B"), name("E"), each.ratio(), each.ci95(), each.verdict(), each.runs(),
                        each.baselineMean(), each.mean())).toList(),
                new Result.Published("source " + SCRIPT, List.of(new PublishedFigure(
                        new Published.Row("figure " + SCRIPT, name("E"), name("B"), 0.5, null, "words " + SCRIPT), 0.4, null, 1)))));
    }

    /** A capacity in which they do the same. */
    static Result capacity() {
        Result fixture = CapacityFixture.two();
        Result.Capacity capacity = ((CapacitiesSought) fixture.measured()).capacities().get(0);
        List<Result.Probe> probes = capacity.probes().stream().map(probe -> new Result.Probe(probe.repetition(),
                probe.sessions(), probe.passed(), "purpose " + SCRIPT)).toList();
        List<Run> runs = fixture.runs().stream().map(run -> ComparisonFixture.copy(run, name(run.configuration()),
                run.repetition(), invalid(!run.valid()), false, null)).toList();
        return new Result(SCRIPT, SCRIPT, fixture.experiment(), fixture.disclosure(), new CapacitiesSought(
                new Result.Procedure(name("B"), null, 0, 0, 1, 2, 0, null, "criterion " + SCRIPT),
                configurations(fixture), runs,
                List.of(new Result.Capacity(name("B"), capacity.sessions(), capacity.ci95(), false, true, probes)),
                null));
    }

    private static List<Result.Configuration> configurations(Result fixture) {
        Disclosure disclosure = fixture.disclosure();
        return ((Experiment) fixture.measured()).configurations().stream()
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

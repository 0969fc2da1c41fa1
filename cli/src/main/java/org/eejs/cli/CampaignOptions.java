package org.eejs.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.bench.xml.XmlCampaign;
import org.eejs.bench.xml.XmlPlan;
import org.eejs.lab.machine.Placement;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.lab.settings.ExperimentPlan;
import org.eejs.lab.settings.Repetition;
import org.eejs.lab.settings.RunPlan;
import org.eejs.lab.strategy.Campaign;
import org.eejs.lab.strategy.Strategy;
import org.eejs.report.Report;
import org.eejs.result.InputException;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of commands that run many times. */
final class CampaignOptions {
    @Mixin
    private RunOptions run;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--baseline", paramLabel = "NAME",
            description = "The configuration that others are compared with (default: the first).")
    private String baseline;

    @Option(names = "--precision", paramLabel = "PART",
            description = "How narrow the interval must be, for example 3%% (compare: half of its width, by default as "
                    + "narrow as a verdict needs; capacity: all of it, by default 7.5%%).")
    private String precision;

    @Option(names = "--max-runs", paramLabel = "N",
            description = "The most runs of each configuration (compare: default 12; capacity: 30).")
    private Integer maxRuns;

    @Option(names = "--resume", paramLabel = "DIR",
            description = "Go on with what was stopped: take the experiment and the runs so far from this result.")
    private Path resume;

    @Mixin
    private HostsOption hosts;

    @Mixin
    private final Measurement measurement = new Measurement(false);

    /** Returns what there was before the campaign was stopped; null for a new one. */
    Result earlier() {
        return resume == null ? null : RunDirectory.read(resume);
    }

    /** Returns what is asked for: by an earlier result, or by options and experiment file. */
    ExperimentPlan experiment(Result earlier, String metric, String margin, Integer minRuns) {
        ExperimentPlan asked = earlier == null ? run.experiment(command) : Campaign.experimentOf(earlier);
        measurement.progress().of(Stream.concat(Stream.of(asked.common()), asked.configurations().stream()
                .map(ExperimentPlan.Configuration::settings)).toList());
        return placed(asked, metric, margin, minRuns);
    }

    /** Returns what would be asked for without {@code --quick}. */
    ExperimentPlan thorough(String metric, String margin, Integer minRuns) {
        return placed(run.experiment(command, false), metric, margin, minRuns);
    }

    private ExperimentPlan placed(ExperimentPlan experiment, String metric, String margin, Integer minRuns) {
        ExperimentPlan placed = hosts.areHere() ? experiment : experiment.onHosts();
        return placed.repeated(new Repetition(baseline, metric, precision, margin, minRuns, maxRuns));
    }

    /**
     * Carries a strategy out and tells what came of it.
     *
     * @param more lines about the result beside its report, given the folder where it is
     * @param verdict the exit code by the verdicts; that a configuration was skipped is bad, however good they are
     * @return the exit code
     */
    int carryOut(Strategy strategy, BiFunction<Result, String, List<String>> more,
            ToIntFunction<Result> verdict) throws Exception {
        RunDirectory where = directory(strategy.command());
        Placement.moveLabAway(strategy.runs().plans().stream().map(RunPlan::placement).toList());
        return hosts.with(measurement, () -> measurement.conclude(where,
                directory -> new Campaign(strategy, progress(), abort()).run(hosts.places(directory, progress())),
                result -> Report.terminal(result) + more.apply(result, where.path().toString()).stream()
                        .map(line -> line + "\n").collect(Collectors.joining()),
                measured -> {
                    int code = verdict.applyAsInt(measured);
                    return code == Eejs.DONE && measured.configurations().stream()
                            .anyMatch(configuration -> configuration.skipped() != null) ? Eejs.BAD_VERDICT : code;
                }));
    }

    /** Measures XML configurations and returns the exit code; one that cannot be measured is a bad verdict. */
    int carryOut(XmlPlan plan) {
        XmlCampaign campaign = new XmlCampaign(plan, progress(), abort());
        return measurement.carryOut(plan.command(), directory -> campaign.run(Home.places(directory)), result ->
                BenchCommand.isGood(result)
                && result.observations().stream().allMatch(Observation::valid));
    }

    /** Returns where the result goes: a new folder, or that of the result that is gone on with. */
    private RunDirectory directory(String command) {
        if (resume == null) {
            return measurement.directory(command);
        }
        if (measurement.out() != null) {
            throw new InputException("--out " + measurement.out() + " and --resume " + resume
                    + " exclude each other: a result is gone on with where it is");
        }
        return RunDirectory.open(resume);
    }

    /** Shows what goes on. */
    RunProgress progress() {
        return measurement.progress();
    }

    /** Ends what is carried out. */
    AbortSwitch abort() {
        return measurement.abort();
    }

    boolean isQuick() {
        return run.isQuick();
    }
}

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

/** The options of commands with many runs. */
final class CampaignOptions {
    @Mixin
    private RunOptions run;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--resume", paramLabel = "DIR",
            description = "Continue a stopped measurement: take the experiment and its runs from this result.")
    private Path resume;

    @Mixin
    private HostsOption hosts;

    @Mixin
    private final Measurement measurement = new Measurement(false);

    /** Returns the result of the stopped measurement; null for a new one. */
    Result earlier() {
        return resume == null ? null : RunDirectory.read(resume);
    }

    /** Returns the experiment of an earlier result, or else of the options and the experiment file. */
    ExperimentPlan experiment(Result earlier, Repetition repetition) {
        ExperimentPlan asked = earlier == null ? run.experiment(command) : Campaign.experimentOf(earlier);
        measurement.progress().of(Stream.concat(Stream.of(asked.common()), asked.configurations().stream()
                .map(ExperimentPlan.Configuration::settings)).toList());
        return placed(asked, repetition);
    }

    /** Returns the experiment as it would be without {@code --quick}. */
    ExperimentPlan thorough(Repetition repetition) {
        return placed(run.experiment(command, false), repetition);
    }

    private ExperimentPlan placed(ExperimentPlan experiment, Repetition repetition) {
        return (hosts.areHere() ? experiment : experiment.onHosts()).repeated(repetition);
    }

    /**
     * Carries a strategy out and prints the outcome.
     *
     * @param more lines to print after the report, given the result and its folder
     * @param verdict the exit code according to the verdicts; a skipped configuration makes it bad
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
                    return code == Eejs.DONE && measured.tuning() == null && measured.configurations().stream()
                            .anyMatch(configuration -> configuration.skipped() != null) ? Eejs.BAD_VERDICT : code;
                }));
    }

    /** Measures XML configurations and returns the exit code. A configuration without a figure is a bad verdict. */
    int carryOut(XmlPlan plan) {
        XmlCampaign campaign = new XmlCampaign(plan, progress(), abort());
        return measurement.carryOut(plan.command(), directory -> campaign.run(Home.places(directory)), result ->
                BenchCommand.isGood(result)
                && result.observations().stream().allMatch(Observation::valid));
    }

    /** Returns the folder of the result: a new one, or that of the continued result. */
    private RunDirectory directory(String command) {
        if (resume == null) {
            return measurement.directory(command);
        }
        if (measurement.out() != null) {
            throw new InputException("--out " + measurement.out() + " and --resume " + resume
                    + " exclude each other: a continued result stays in its folder; leave out --out");
        }
        return RunDirectory.open(resume);
    }

    /** Returns the display of progress. */
    RunProgress progress() {
        return measurement.progress();
    }

    /** Returns the switch that stops the measurement. */
    AbortSwitch abort() {
        return measurement.abort();
    }

    boolean isQuick() {
        return run.isQuick();
    }
}

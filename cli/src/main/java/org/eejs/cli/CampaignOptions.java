package org.eejs.cli;

import java.nio.file.Path;
import java.util.function.Predicate;
import org.eejs.lab.comparison.Campaign;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.lab.settings.ExperimentPlan;
import org.eejs.report.Report;
import org.eejs.result.Experiment;
import org.eejs.result.InputException;
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
            description = "How narrow the interval must be, for example 3%% (compare: half of its width; default 3%%; "
                    + "capacity: all of it; default 7.5%%).")
    private String precision;

    @Option(names = "--max-runs", paramLabel = "N",
            description = "The most runs of each configuration (compare: default 12; capacity: 30).")
    private Integer maxRuns;

    @Option(names = "--resume", paramLabel = "DIR",
            description = "Go on with what was stopped: take the experiment and the runs so far from this result.")
    private Path resume;

    @Mixin
    private final Measurement measurement = new Measurement(false);

    /** What there was before the campaign was stopped; null for a new one. */
    Result earlier() {
        return resume == null ? null : RunDirectory.read(resume);
    }

    /** What is asked for: by an earlier result, or by options and experiment file. */
    ExperimentPlan experiment(Result earlier, String metric, Integer minRuns) {
        ExperimentPlan experiment = earlier == null ? run.experiment(command) : Campaign.experimentOf(earlier);
        return experiment.repeated(baseline, metric, precision, minRuns, maxRuns);
    }

    /**
     * Carries a campaign out and tells what came of it.
     *
     * @param good whether the verdicts are good; that a configuration was skipped is bad in any case
     * @return the exit code
     */
    int carryOut(String command, Campaign campaign, Predicate<Result> good) {
        return measurement.carryOut(directory(command), directory -> campaign.run(Home.places(directory)),
                Report::terminal, measured -> good.test(measured) && ((Experiment) measured.measured())
                        .configurations().stream().allMatch(configuration -> configuration.skipped() == null));
    }

    /** Where the result goes: a new folder, or that of the result that is gone on with. */
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

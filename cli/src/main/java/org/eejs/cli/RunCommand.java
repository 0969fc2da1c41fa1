package org.eejs.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.eejs.lab.banking.RecordedStage;
import org.eejs.lab.machine.Placement;
import org.eejs.lab.rounds.Outcome;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.settings.Requirement;
import org.eejs.lab.settings.RunPlan;
import org.eejs.lab.strategy.Campaign;
import org.eejs.lab.strategy.Once;
import org.eejs.report.Report;
import org.eejs.result.InputException;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eejs run}: runs one configuration and judges its quality of service. */
@Command(name = "run", sortOptions = false, mixinStandardHelpOptions = true,
        modelTransformer = RunOptions.OfSettings.class,
        description = "Runs the banking workload once and reports whether it met the quality of service.")
final class RunCommand implements Callable<Integer> {
    @Mixin
    private RunOptions options;

    @Option(names = "--jfr",
            description = "Record the bank under load by the JDK's flight recorder. The recording is "
                    + RecordedStage.FILE + " in the folder of the report.")
    private boolean recorded;

    @Mixin
    private HostsOption hosts;

    @Mixin
    private JUnitOption junit;

    @Mixin
    private final Measurement measurement = new Measurement(true);

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        RunPlan plan = options.plan(spec, hosts.areHere());
        if (recorded && !hosts.areHere()) {
            throw new InputException("--jfr: records on this machine only; with --hosts, leave it out and run "
                    + "`jcmd PID JFR.start` on the bank's host");
        }
        if (recorded && !plan.measuresProcess()) {
            throw new InputException("--jfr: " + plan.subject().name() + " has no process on this machine; write pid "
                    + "or start into its file, or leave --jfr out");
        }
        junit.check();
        Placement.moveLabAway(List.of(plan.placement()));
        List<Requirement> requirements = plan.requirements();
        measurement.progress().of(List.of(plan.settings()));
        return junit.exitCode(hosts.with(measurement, () -> measurement.carryOut(
                measurement.directory("run"), directory -> {
                    Outcome outcome = new Campaign(new Once(plan), measurement.progress(), measurement.abort())
                            .run(places(directory));
                    junit.write(outcome.result(), requirements, measurement.isReadable());
                    return outcome;
                }, result -> Report.terminal(result) + words(requirements, result),
                result -> isGood(result, requirements))));
    }

    private Places places(RunDirectory directory) {
        Places places = hosts.places(directory, measurement.progress());
        return recorded ? new Places(places.home(), places.state(), directory, RecordedStage::new) : places;
    }

    /** Returns the requirements with their outcomes. */
    private static String words(List<Requirement> requirements, Result measured) {
        Observation only = measured.observations().get(0);
        StringBuilder words = new StringBuilder(requirements.isEmpty() ? "" : "\nRequired:\n");
        requirements.forEach(each -> words.append(each.isKept(only) ? "  ✓ " : "  ✕ ").append(each.text())
                .append(": ").append(each.found(only)).append('\n'));
        return words.toString();
    }

    private static boolean isGood(Result measured, List<Requirement> requirements) {
        Observation only = measured.observations().get(0);
        return only.valid() && only.evidence().qos().met() && requirements.stream().allMatch(each -> each.isKept(only));
    }
}

package org.eejs.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.eejs.lab.banking.BankingRun;
import org.eejs.lab.machine.Placement;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.Result;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code eejs run}: one configuration of the banking workload, with a QoS verdict. */
@Command(name = "run", sortOptions = false, mixinStandardHelpOptions = true,
        modelTransformer = RunOptions.OfSettings.class,
        description = "Runs the banking workload once and says whether the quality of service was kept.")
final class RunCommand implements Callable<Integer> {
    @Mixin
    private RunOptions options;

    @Mixin
    private HostsOption hosts;

    @Mixin
    private final Measurement measurement = new Measurement(true);

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        RunPlan plan = options.plan(spec, hosts.areHere());
        Placement.moveLabAway(List.of(plan.placement()));
        return hosts.with(measurement.progress(), () -> measurement.carryOut("run", directory -> new BankingRun(plan,
                hosts.places(directory, measurement.progress()), measurement.progress(), measurement.abort()).run(),
                RunCommand::isGood));
    }

    private static boolean isGood(Result measured) {
        Result.Run only = measured.runs().get(0);
        return only.valid() && only.banking().qos().met();
    }
}

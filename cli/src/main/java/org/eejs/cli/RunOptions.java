package org.eejs.cli;

import java.nio.file.Path;
import java.util.Map;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.lab.settings.ExperimentFile;
import org.eejs.lab.settings.ExperimentPlan;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.InputException;
import org.eejs.result.settings.RunSettings;
import org.eejs.role.SettingOptions;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The settings of a run, from options and experiment file. Each setting is both an option and a key. */
final class RunOptions {
    private static final int FIRST = -3;

    @Option(names = "--experiment", paramLabel = "FILE", order = FIRST,
            description = "Take settings from this YAML file; options on the command line override it.")
    private Path experiment;

    @Option(names = "--quick", order = FIRST,
            description = "A quick look: phases of " + BankingSettings.QUICK_PHASES + " and, by default, "
                    + BankingSettings.QUICK_SESSIONS + " sessions.")
    private boolean quick;

    /** Adds the options of the settings to a command. */
    static final class OfSettings implements IModelTransformer {
        @Override
        public CommandSpec transform(CommandSpec command) {
            SettingOptions.addTo(command);
            return command;
        }
    }

    /**
     * Returns the single run of command line and experiment file. The command line comes first.
     *
     * @param here whether it runs on this machine, not on hosts
     * @throws InputException if the settings are impossible, or if the file has several configurations
     */
    RunPlan plan(CommandSpec command, boolean here) {
        ExperimentPlan asked = experiment(command);
        if (!asked.configurations().isEmpty()) {
            throw new InputException("--experiment " + experiment + ": has " + asked.configurations().size()
                    + " configurations; run them by `eejs compare` or `eejs capacity`");
        }
        try {
            return here ? RunPlan.of(asked.common()) : RunPlan.onHosts(asked.common());
        } catch (InputException e) {
            throw asked.at(-1, e);
        }
    }

    boolean isQuick() {
        return quick;
    }

    /** Returns the experiment of command line and experiment file. The command line comes first. */
    ExperimentPlan experiment(CommandSpec command) {
        return experiment(command, quick);
    }

    /** Returns the experiment as a quick look, or in full, regardless of {@code --quick}. */
    ExperimentPlan experiment(CommandSpec command, boolean atFirstSight) {
        Map<String, Object> said = SettingOptions.said(command);
        if (atFirstSight) {
            said.putIfAbsent(BankingSettings.PHASES.key(), BankingSettings.QUICK_PHASES);
        }
        ExperimentPlan asked = (experiment == null ? ExperimentPlan.UNSAID : ExperimentFile.read(experiment))
                .with(RunSettings.of(said));
        return atFirstSight ? asked.withQuickLoad() : asked;
    }
}

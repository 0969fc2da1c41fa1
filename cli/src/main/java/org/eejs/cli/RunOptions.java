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

/** What a run of the banking workload does, by options and experiment file; a setting is both an option and a key. */
final class RunOptions {
    private static final int FIRST = -3;

    @Option(names = "--experiment", paramLabel = "FILE", order = FIRST,
            description = "Take settings from this YAML file; options of the command line come before them.")
    private Path experiment;

    @Option(names = "--quick", order = FIRST,
            description = "A first look: phases of " + BankingSettings.QUICK_PHASES + " and, by default, "
                    + BankingSettings.QUICK_SESSIONS + " sessions.")
    private boolean quick;

    /** Gives a command the options of the settings. */
    static final class OfSettings implements IModelTransformer {
        @Override
        public CommandSpec transform(CommandSpec command) {
            SettingOptions.addTo(command);
            return command;
        }
    }

    /**
     * Returns the single run that the command line specifies, and where it is silent, the experiment file.
     *
     * @param here whether it runs on this machine, and not on hosts
     * @throws InputException with a line that says what cannot be, or that the file has several configurations
     */
    RunPlan plan(CommandSpec command, boolean here) {
        ExperimentPlan asked = experiment(command);
        if (!asked.configurations().isEmpty()) {
            throw new InputException(experiment + " names " + asked.configurations().size()
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

    /** Returns what the command line specifies, and where it is silent, the experiment file. */
    ExperimentPlan experiment(CommandSpec command) {
        return experiment(command, quick);
    }

    /** Returns the same at first sight, or thoroughly, whatever the command line says. */
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

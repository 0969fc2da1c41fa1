package org.eejs.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code eejs completion}: a script for shells that completes commands and options. */
@Command(name = "completion", mixinStandardHelpOptions = true,
        description = {"Prints a script with which bash and zsh complete commands and options:", "",
            "  source <(./eejs completion)", ""})
final class CompletionCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        System.out.print(AutoComplete.bash("eejs", spec.root().commandLine()));
    }
}

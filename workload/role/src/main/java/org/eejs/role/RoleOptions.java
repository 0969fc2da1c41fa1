package org.eejs.role;

import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that every role has, in addition to its settings. */
public final class RoleOptions {
    @Option(names = "--pki", paramLabel = "DIR",
            description = "Folder with the certificates that `eejs run` made (default: where it makes them).")
    private Path pki;

    /** Whether the role speaks the lab's line protocol and ends with its standard input. */
    @Option(names = "--json",
            description = "Write events as lines of JSON, take commands from standard input, and end when it ends.")
    public boolean json;

    /** Help. */
    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help and exit.")
    public boolean help;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /**
     * Returns the folder of the certificates.
     *
     * @throws ParameterException if none is named, and the folder of this user's keys is not only this user's
     */
    public Path pki() {
        if (pki != null) {
            return pki;
        }
        try {
            StateHome state = StateHome.ofThisProcess();
            state.check();
            return state.pki();
        } catch (IOException | IllegalStateException e) {
            throw new ParameterException(command.commandLine(), e.getMessage());
        }
    }
}

package org.eejs.cli;

import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.result.Origin;
import org.eejs.role.StateHome;
import org.eejs.terminal.Printer;
import org.eejs.terminal.ShellWord;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command {@code eejs}. */
@Command(name = "eejs", mixinStandardHelpOptions = true, versionProvider = BuildVersion.class,
        description = "Measures the cost of TLS and cryptography in a Java service, end to end.",
        subcommands = {RunCommand.class, CompareCommand.class, CapacityCommand.class, TuneCommand.class,
            BenchCommand.class, XmlCommand.class, DoctorCommand.class, ReproduceCommand.class, HostCommand.class,
            ReportCommand.class, ResultsCommand.class, EnvCommand.class, CompletionCommand.class},
        footer = {"", "Private keys on key servers, and ISO 20022 signatures:",
            "  eejs keyserver | sign | verify --help",
            "Single roles of a run:", "  eejs bank | besim | agent --help"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done, all verdicts are good", "1:the command failed", "2:bad input",
            "3:done, but a verdict is bad (QoS, validity, gate, wrong result)",
            "4:done, but the runs do not decide a gate"})
public final class Eejs {
    /** Exit code: done, and every verdict is good. */
    static final int DONE = 0;
    /** Exit code: the command failed. */
    static final int FAILED = 1;
    /** Exit code: bad input. */
    static final int BAD_INPUT = 2;
    /** Exit code: done, but a verdict is bad. */
    static final int BAD_VERDICT = 3;
    /** Exit code: done, but the interval lies on both sides of a gate. */
    static final int UNDECIDED = 4;

    @Option(names = "--state", paramLabel = "DIR", scope = ScopeType.INHERIT,
            description = "Folder for keys and certificates of runs (default: $EEJS_STATE, or eejs in "
                    + "$XDG_STATE_HOME or ~/.local/state).")
    private void keepStateIn(Path folder) {
        if (folder != null) {
            // Child processes of a measurement read this system property, as if it came from -D.
            System.setProperty(StateHome.PROPERTY, folder.toAbsolutePath().toString());
        }
    }

    /** Runs the command and ends the process with its exit code. */
    public static void main(String... args) {
        Printer.guard();
        Origin.record(Stream.of(args).map(ShellWord::of).collect(Collectors.joining(" ", "./eejs ", "")));
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return CommandLines.of(new Eejs());
    }
}

package org.eejs.cli;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.result.Origin;
import org.eejs.result.RunDirectory;
import org.eejs.terminal.Printer;
import org.eejs.terminal.ShellWord;
import picocli.CommandLine;

/** The command {@code eejs doctor} as the program {@code eejs-doctor.jar}, which needs no other file. */
public final class DoctorJar {
    private static final String COMMAND = "java -jar eejs-doctor.jar";

    private DoctorJar() {}

    /** Runs the command and ends the process with its exit code. */
    public static void main(String... args) {
        Printer.guard();
        Origin.record(Stream.of(args).map(ShellWord::of).collect(Collectors.joining(" ", COMMAND + " ", "")));
        // It runs in folders of other programs, whose results are not to be mixed with its own.
        System.setProperty(RunDirectory.RESULTS, "eejs-results");
        CommandLine line = CommandLines.of(new DoctorCommand()).setCommandName(COMMAND);
        line.getCommandSpec().versionProvider(new BuildVersion());
        System.exit(execute(line, args));
    }

    private static int execute(CommandLine line, String... args) {
        try {
            return line.execute(args);
        } catch (NoClassDefFoundError e) {
            System.err.println("eejs: this Java runtime has no " + e.getMessage() + "; use the java command of a JDK");
            return Eejs.FAILED;
        }
    }
}

package org.eejs.cli;

import java.util.List;
import java.util.stream.Stream;
import org.eejs.lab.machine.Nearest;
import org.eejs.result.InputException;
import org.eejs.terminal.Printable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command lines of this module's programs: the width of help, and mistakes in one line. */
final class CommandLines {
    /** The narrowest help that picocli allows. */
    private static final int LEAST_COLUMNS = 55;

    private CommandLines() {}

    /** Returns the command line of an annotated command. */
    static CommandLine of(Object command) {
        CommandLine line = new CommandLine(command);
        String columns = System.getenv("COLUMNS");
        if (columns != null && columns.matches("\\d{2,3}")) {
            line.setUsageHelpWidth(Math.max(LEAST_COLUMNS, Integer.parseInt(columns)));
        } else {
            line.setUsageHelpAutoWidth(true);
        }
        abbreviate(line);
        return line.setExecutionStrategy(new OnThisMachine())
                .setParameterExceptionHandler((e, args) -> {
                    String mistake = Printable.line(mistake(e).strip());
                    e.getCommandLine().getErr().println("eejs: " + mistake + (mistake.endsWith("?") ? " See "
                            : "; see ") + e.getCommandLine().getCommandSpec().qualifiedName() + " --help");
                    return Eejs.BAD_INPUT;
                })
                .setExecutionExceptionHandler((e, failed, parsed) -> {
                    failed.getErr().println("eejs: " + Printable.line(e.getMessage() == null ? e.toString()
                            : e.getMessage()));
                    return e instanceof InputException ? Eejs.BAD_INPUT : Eejs.FAILED;
                });
    }

    /** The chosen command, after a line on what does not work on this machine. */
    private static final class OnThisMachine extends RunLast {
        @Override
        protected List<Object> handle(ParseResult parsed) {
            Platform here = Platform.here();
            CommandLine line = parsed.asCommandLineList().get(0);
            String command = parsed.hasSubcommand() ? parsed.subcommand().commandSpec().name() : line.getCommandName();
            here.hindrance(command, parsed.originalArgs()).ifPresent(why -> {
                throw new ParameterException(line, why);
            });
            here.limits(command).ifPresent(limits -> line.getErr().println("note: " + limits));
            return super.handle(parsed);
        }
    }

    /** Dozens of options are listed below the first line, and need not fill it. */
    private static void abbreviate(CommandLine line) {
        line.getCommandSpec().usageMessage().abbreviateSynopsis(true);
        line.getSubcommands().values().forEach(CommandLines::abbreviate);
    }

    private static String mistake(ParameterException e) {
        if (!(e instanceof UnmatchedArgumentException unmatched)) {
            return e.getMessage();
        }
        String word = unmatched.getUnmatched().get(0).replaceFirst("=.*", "");
        CommandSpec command = e.getCommandLine().getCommandSpec();
        if (word.startsWith("-")) {
            List<String> near = Nearest.to(word, command.optionsMap().keySet());
            return "there is no option '" + word + "'" + (near.isEmpty() ? "" : "; " + Nearest.hint(word, near));
        }
        return command.subcommands().isEmpty() ? "'" + word + "' is not expected here"
                : "there is no command '" + word + "'; " + Nearest.hint(word, commands(command));
    }

    private static List<String> commands(CommandSpec command) {
        return Stream.concat(command.subcommands().keySet().stream(),
                command.parent() == null ? Stream.of("keyserver", "sign", "verify", "bank", "besim", "agent")
                        : Stream.empty()).toList();
    }
}

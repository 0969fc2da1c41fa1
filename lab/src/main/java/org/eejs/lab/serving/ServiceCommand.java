package org.eejs.lab.serving;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.processes.JvmSetup;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.service.ServiceDescription.Launch;

/**
 * The command line and environment that start a service. They may contain secrets.
 *
 * @param words the command, without the words before the user's own
 * @param environment variables in addition to those of the lab
 */
record ServiceCommand(List<String> words, Map<String, String> environment) {
    private static final String JAVA = "java";
    private static final String HOME = "JAVA_HOME";
    private static final String PATH = "PATH";
    /** The variable that every JVM reads, however it is started. */
    private static final String TOOL_OPTIONS = "JAVA_TOOL_OPTIONS";
    /** The variable that java adds to its command line; see its manual page. */
    private static final String LAUNCHER_OPTIONS = "JDK_JAVA_OPTIONS";

    /**
     * Returns the complete command of a description.
     *
     * @param jdk the JDK to run on
     * @param asksJdk whether the JDK was requested, so that it replaces the service's own choice
     * @param asked options for its JVM, without those that prevent warnings about the agent
     * @param environment variables that the options need
     */
    static ServiceCommand of(Launch launch, Jdk jdk, boolean asksJdk, List<String> asked,
            Map<String, String> environment, int port) {
        List<String> options = Stream.of(JvmSetup.attaching(jdk), JvmSetup.counting(jdk), asked).flatMap(List::stream)
                .toList();
        Map<String, String> variables = new HashMap<>(environment);
        launch.environment().forEach((name, value) -> variables.put(name, filled(value, options, port)));
        if (!variables.containsKey(HOME) || asksJdk) {
            variables.put(HOME, jdk.home().toString());
            variables.put(PATH, jdk.java().getParent() + File.pathSeparator + variable(PATH, variables));
        }
        if (Stream.concat(launch.command().stream(), launch.environment().values().stream())
                .noneMatch(each -> each.contains(Launch.JVM_OPTIONS))) {
            append(asked, TOOL_OPTIONS, variables);
            append(JvmSetup.counting(jdk), TOOL_OPTIONS, variables);
            // The JVM accepts these options on the command line only.
            append(JvmSetup.attaching(jdk), LAUNCHER_OPTIONS, variables);
        }
        List<String> words = new ArrayList<>();
        for (String word : launch.command()) {
            if (word.equals(Launch.JVM_OPTIONS)) {
                words.addAll(options);
            } else {
                words.add(filled(word, options, port));
            }
        }
        if (words.get(0).equals(JAVA)) {
            words.set(0, jdk.java().toString());
        }
        return new ServiceCommand(List.copyOf(words), Map.copyOf(variables));
    }

    /** Returns the command that stops it; empty if a signal does. */
    static List<String> stop(Launch launch, int port) {
        return launch.stop().stream().map(word -> filled(word, List.of(), port)).toList();
    }

    private static String filled(String text, List<String> options, int port) {
        return text.replace(Launch.JVM_OPTIONS, String.join(" ", options))
                .replace(Launch.PORT, Integer.toString(port));
    }

    private static void append(List<String> options, String name, Map<String, String> variables) {
        if (!options.isEmpty()) {
            variables.put(name, (variable(name, variables) + " " + options.stream().map(ServiceCommand::quoted)
                    .collect(Collectors.joining(" "))).strip());
        }
    }

    private static String variable(String name, Map<String, String> variables) {
        return variables.getOrDefault(name, System.getenv().getOrDefault(name, ""));
    }

    /** Quotes an option as HotSpot reads the variable: quotes of either kind keep a word together. */
    private static String quoted(String option) {
        String quote = option.contains("'") ? "\"" : "'";
        return option.matches("[^\\s'\"]*") ? option : quote + option + quote;
    }

    /** Fails with one line if an option contains a space and a script receives it, which would split it. */
    static void checkBlanks(Launch launch, List<String> options) throws RunFailedException {
        Optional<String> parted = options.stream().filter(option -> option.contains(" ")).findFirst();
        // A word that consists only of the placeholder becomes one word for each option.
        boolean byScript = Stream.concat(launch.command().stream().filter(each -> !each.equals(Launch.JVM_OPTIONS)),
                launch.environment().values().stream()).anyMatch(each -> each.contains(Launch.JVM_OPTIONS));
        if (byScript && parted.isPresent()) {
            throw new RunFailedException("cannot start the service: the script that receives {jvmOptions} would "
                    + "split " + parted.get() + " at its space; use folders and options without spaces");
        }
    }

    /** Fails with one line if there is no such program; setsid would report it only in the log. */
    void checkProgram(Path directory) throws RunFailedException {
        String program = words.get(0);
        boolean isPath = program.contains("/");
        Stream<Path> places = isPath ? Stream.of(directory.resolve(program))
                : Stream.of(variable(PATH, environment).split(File.pathSeparator)).map(each -> Path.of(each, program));
        if (places.noneMatch(each -> Files.isRegularFile(each) && Files.isExecutable(each))) {
            throw new RunFailedException("cannot start the service: " + (isPath
                    ? directory.resolve(program).normalize() + " does not exist or is not executable"
                    : "there is no program '" + program + "' on the path"));
        }
    }
}

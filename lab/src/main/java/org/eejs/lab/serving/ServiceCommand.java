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
 * The words and variables with which a service is started. Secrets may be among them.
 *
 * @param words without those that stand before the user's own
 * @param environment variables beside those of the lab
 */
record ServiceCommand(List<String> words, Map<String, String> environment) {
    private static final String JAVA = "java";
    private static final String HOME = "JAVA_HOME";
    private static final String PATH = "PATH";
    /** What every JVM reads, whatever starts it. */
    private static final String TOOL_OPTIONS = "JAVA_TOOL_OPTIONS";
    /** What java takes as words of its own command line; see its manual page. */
    private static final String LAUNCHER_OPTIONS = "JDK_JAVA_OPTIONS";

    /**
     * Returns what a description says, completed.
     *
     * @param jdk the one that it shall run on
     * @param asksJdk whether it was asked for, so that the service's own choice does not count
     * @param asked options for its JVM; those that keep it from warning of the agent come besides
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
            // The JVM believes it on the command line alone.
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

    /** Returns the words that stop it; empty where a signal does. */
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

    /** As HotSpot reads the variable: quotes of either kind keep a word together. */
    private static String quoted(String option) {
        String quote = option.contains("'") ? "\"" : "'";
        return option.matches("[^\\s'\"]*") ? option : quote + option + quote;
    }

    /** Fails with a line when an option has a blank, but goes through a script, which would part it there. */
    static void checkBlanks(Launch launch, List<String> options) throws RunFailedException {
        Optional<String> parted = options.stream().filter(option -> option.contains(" ")).findFirst();
        // A word of the command that is nothing else becomes a word for each option.
        boolean byScript = Stream.concat(launch.command().stream().filter(each -> !each.equals(Launch.JVM_OPTIONS)),
                launch.environment().values().stream()).anyMatch(each -> each.contains(Launch.JVM_OPTIONS));
        if (byScript && parted.isPresent()) {
            throw new RunFailedException("the service cannot be started: the script to which {jvmOptions} go would "
                    + "part " + parted.get() + " at its blank; give folders, options and configurations names without "
                    + "blanks");
        }
    }

    /** Fails with a line when there is no such program; setsid would say so in the log. */
    void checkProgram(Path directory) throws RunFailedException {
        String program = words.get(0);
        boolean isPath = program.contains("/");
        Stream<Path> places = isPath ? Stream.of(directory.resolve(program))
                : Stream.of(variable(PATH, environment).split(File.pathSeparator)).map(each -> Path.of(each, program));
        if (places.noneMatch(each -> Files.isRegularFile(each) && Files.isExecutable(each))) {
            throw new RunFailedException("the service cannot be started: " + (isPath
                    ? directory.resolve(program).normalize() + " is not there, or no program that may be executed"
                    : "there is no program '" + program + "' on the path"));
        }
    }
}

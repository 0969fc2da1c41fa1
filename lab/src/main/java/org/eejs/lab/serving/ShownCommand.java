package org.eejs.lab.serving;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.eejs.lab.machine.ProcessFiles;

/** The public part of a command line: the program and the file that it runs; other arguments may be secret. */
final class ShownCommand {
    private static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "ash", "ksh", "zsh");
    private static final Set<String> NAME_WHAT_RUNS = Set.of("-jar", "-m", "--module");
    /** Options of java whose value is a separate word. */
    private static final Set<String> WITH_VALUE = Set.of("-cp", "-classpath", "--class-path", "-p", "--module-path",
            "--upgrade-module-path", "--add-modules", "--limit-modules", "--add-opens", "--add-exports", "--add-reads",
            "--patch-module", "--enable-native-access", "--source");

    private ShownCommand() {}

    /** Describes a process, with its number. */
    static String of(long pid) {
        try {
            return "process " + pid + " (" + of(new ProcessFiles(pid).command()) + ")";
        } catch (IOException e) {
            return "process " + pid;
        }
    }

    /** Describes the words of a command. */
    static String of(List<String> words) {
        String program = words.get(0);
        String name = String.valueOf(Path.of(program).getFileName());
        if (SHELLS.contains(name)) {
            return words.size() > 1 && !words.get(1).startsWith("-") ? program + " " + words.get(1) : program;
        }
        for (int i = 1; name.equals("java") && i < words.size(); i++) {
            String word = words.get(i);
            if (NAME_WHAT_RUNS.contains(word) && i + 1 < words.size()) {
                return program + " " + word + " " + words.get(i + 1);
            }
            if (WITH_VALUE.contains(word)) {
                i++;
            } else if (!word.startsWith("-") && !word.startsWith("@")) {
                return program + " " + word;
            }
        }
        return program;
    }
}

package org.eejs.lab.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The files in which the Linux kernel describes the machine and its processes: lines such as {@code VmHWM: 1024 kB}.
 */
final class KernelFile {
    private KernelFile() {}

    /** Returns the text after a name and its colon; empty without such a line, and on other systems than Linux. */
    static Optional<String> field(String file, String name) {
        try {
            return Files.readAllLines(Path.of(file)).stream().filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip()).findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the only word of a file, or the selected one in brackets; null without such a file. */
    static String word(String file) {
        try {
            String words = Files.readString(Path.of(file)).strip();
            int chosen = words.indexOf('[');
            return chosen < 0 ? words : words.substring(chosen + 1, words.indexOf(']', chosen));
        } catch (IOException e) {
            return null;
        }
    }

    /** Returns the number in a field with a unit. */
    static OptionalLong number(String file, String name) {
        return field(file, name).stream().mapToLong(text -> Long.parseLong(text.replaceAll("\\D", ""))).findFirst();
    }
}

package org.eejs.lab.machine;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Programs of the operating system that the lab uses where they exist. */
public final class SystemCommand {
    private SystemCommand() {}

    /** Whether a program of this name is on the path. */
    public static boolean exists(String name) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    }
}

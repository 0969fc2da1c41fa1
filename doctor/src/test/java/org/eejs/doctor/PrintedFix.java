package org.eejs.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Applies what of a printed fix needs no change of code: commands, options of the JVM and security properties. */
final class PrintedFix {
    private static final String OVERRIDE = "-Djava.security.properties=";
    private static final String LIBRARY = "eejs-jsse-0.1.0.jar";
    /** Words in lines that need a download first. */
    private static final String PLACE_HOLDER = ".*(provider\\.jar|AmazonCorretto|\"BC\").*";

    private final Path folder;

    PrintedFix(Path folder) {
        this.folder = folder;
    }

    /** Runs the commands, writes the properties and returns the options; none if the fix is only code. */
    List<String> options(List<String> lines) throws IOException, InterruptedException {
        if (lines.stream().anyMatch(line -> line.matches(PLACE_HOLDER))) {
            return List.of();
        }
        List<String> options = new ArrayList<>();
        for (String line : lines) {
            if (line.startsWith("java -jar " + LIBRARY)) {
                Files.copy(library(), folder.resolve(LIBRARY));
                assertEquals(0, new ProcessBuilder("bash", "-c", line).directory(folder.toFile()).start().waitFor());
            } else if (line.matches("-[DX].*")) {
                options.addAll(Arrays.asList(line.split(" ")));
            }
        }
        List<String> properties = lines.stream().filter(line -> line.matches("[a-z]\\w*(\\.\\w+)+=.*")).toList();
        if (!properties.isEmpty()) {
            String file = options.stream().filter(each -> each.startsWith(OVERRIDE)).findFirst()
                    .map(each -> each.substring(OVERRIDE.length())).orElse("");
            if (file.isEmpty()) {
                file = "own.security";
                options.add(OVERRIDE + file);
            }
            Files.write(folder.resolve(file), properties, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        return options;
    }

    private static Path library() throws IOException {
        try (Stream<Path> jars = Files.list(Path.of("../target/eejs/jsse"))) {
            return jars.filter(each -> each.getFileName().toString().startsWith("eejs-jsse")).findFirst()
                    .orElseThrow();
        }
    }
}

package org.eejs.bank;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A JDK of this machine: the one that runs the tests, or one where Linux distributions put them.
 *
 * @param home its folder
 * @param feature its feature version, for example 17
 */
public record Jdk(Path home, int feature) {
    private static final Path INSTALLED = Path.of("/usr/lib/jvm");

    /** The one that runs the tests. */
    static Jdk running() {
        return new Jdk(Path.of(System.getProperty("java.home")), Runtime.version().feature());
    }

    /** One of these versions; the test is skipped when there is none. */
    public static Jdk between(int oldest, int newest) throws IOException {
        List<Path> homes = Stream.concat(Stream.of(Path.of(System.getProperty("java.home"))), installed()).toList();
        for (Path home : homes) {
            Path release = home.resolve("release");
            if (Files.isReadable(release)) {
                int feature = Runtime.Version.parse(load(release).getProperty("JAVA_VERSION").replace("\"", ""))
                        .feature();
                if (feature >= oldest && feature <= newest) {
                    return new Jdk(home, feature);
                }
            }
        }
        return Assumptions.abort("there is no JDK from " + oldest + " to " + newest);
    }

    private static Stream<Path> installed() throws IOException {
        if (!Files.isDirectory(INSTALLED)) {
            return Stream.empty();
        }
        try (Stream<Path> homes = Files.list(INSTALLED)) {
            return homes.sorted().toList().stream();
        }
    }

    /** The command that runs Java. */
    public String java() {
        return home.resolve("bin/java").toString();
    }

    /** The security properties that this JDK comes with. */
    Properties security() throws IOException {
        return load(home.resolve("conf/security/java.security"));
    }

    private static Properties load(Path file) throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(file)) {
            properties.load(in);
        }
        return properties;
    }
}

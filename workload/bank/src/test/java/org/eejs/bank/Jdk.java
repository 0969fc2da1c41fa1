package org.eejs.bank;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * A JDK of this machine: the one that runs the tests, or one in the folders of Linux distributions.
 *
 * @param home its folder
 * @param feature its feature version, for example 17
 */
public record Jdk(Path home, int feature) {
    private static final Path INSTALLED = Path.of("/usr/lib/jvm");

    /** Returns the one that runs the tests. */
    static Jdk running() {
        return new Jdk(Path.of(System.getProperty("java.home")), Runtime.version().feature());
    }

    /**
     * Returns a JDK from 17 on that is older than this version and one that is not, if there are such; at least one.
     */
    public static List<Jdk> around(int feature) throws IOException {
        List<Jdk> jdks = all();
        return Stream.of(jdks.stream().filter(jdk -> jdk.feature >= 17 && jdk.feature < feature).findFirst(),
                jdks.stream().filter(jdk -> jdk.feature >= feature).findFirst()).flatMap(Optional::stream).toList();
    }

    /** Returns all JDKs, beginning with the one that runs the tests. */
    private static List<Jdk> all() throws IOException {
        List<Jdk> jdks = new ArrayList<>();
        for (Path home : Stream.concat(Stream.of(Path.of(System.getProperty("java.home"))), installed()).toList()) {
            Path release = home.resolve("release");
            if (Files.isReadable(release)) {
                jdks.add(new Jdk(home, Runtime.Version.parse(load(release).getProperty("JAVA_VERSION")
                        .replace("\"", "")).feature()));
            }
        }
        return jdks;
    }

    private static Stream<Path> installed() throws IOException {
        if (!Files.isDirectory(INSTALLED)) {
            return Stream.empty();
        }
        try (Stream<Path> homes = Files.list(INSTALLED)) {
            return homes.sorted().toList().stream();
        }
    }

    /** Returns the command that runs Java. */
    public String java() {
        return home.resolve("bin/java").toString();
    }

    /** Returns the default security properties of this JDK. */
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

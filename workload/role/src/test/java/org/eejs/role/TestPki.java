package org.eejs.role;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Comparator;
import java.util.stream.Stream;

/** The certificates that all tests of a JVM share, in a folder that is deleted with it. */
public final class TestPki {
    public static final PkiDirectory SHARED = make();

    private TestPki() {}

    private static PkiDirectory make() {
        try {
            Path folder = Files.createTempDirectory("eejs-test-pki");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
            return RunCertificates.ensure(folder);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void remove(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}

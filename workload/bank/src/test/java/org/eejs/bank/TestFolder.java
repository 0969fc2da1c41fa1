package org.eejs.bank;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.eejs.banking.TlsProfile;
import org.eejs.role.JsseProfile;
import org.eejs.role.PkiDirectory;
import org.eejs.role.TestPki;

/** The certificates of all tests, which take seconds to make and so are made once. */
final class TestFolder {
    static final PkiDirectory PKI = makePki();
    private static final Logger ROOT = Logger.getLogger("");

    static {
        // As the processes do it: libraries tell at length how they start.
        ROOT.setLevel(Level.WARNING);
        // Tests of all profiles share a process, and newer JDKs must know of this one before their first TLS.
        JsseProfile.pin(TlsProfile.EEJS_2016);
    }

    private TestFolder() {}

    private static PkiDirectory makePki() {
        try {
            Path folder = Files.createTempDirectory("eejs-bank-test");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
            return TestPki.make(folder);
        } catch (IOException | InterruptedException e) {
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

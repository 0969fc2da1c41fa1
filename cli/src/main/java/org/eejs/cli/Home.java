package org.eejs.cli;

import java.nio.file.Path;
import org.eejs.lab.rounds.Places;
import org.eejs.result.RunDirectory;

/** Where the program's own files are. */
final class Home {
    private Home() {}

    /** The folder with a folder of jars for each room; the start script tells it. */
    static Path rooms() {
        String home = System.getProperty("eejs.home");
        if (home == null) {
            throw new IllegalStateException("start EEJS with the script eejs: it sets the system property eejs.home");
        }
        return Path.of(home);
    }

    /** Where everything is that a measurement needs whose result goes to a folder. */
    static Places places(RunDirectory directory) {
        return new Places(rooms(), pki(), directory);
    }

    /** The folder of published experiments, beside the start script. */
    static Path published() {
        return rooms().toAbsolutePath().getParent().getParent().resolve("experiments").resolve("published");
    }

    /** Where certificates are kept between runs. */
    static Path pki() {
        return Path.of(System.getProperty("eejs.pki", ".eejs/pki"));
    }
}

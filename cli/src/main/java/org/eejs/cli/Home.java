package org.eejs.cli;

import java.nio.file.Path;
import org.eejs.lab.banking.LocalStage;
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
        return new Places(rooms(), pki(), directory, LocalStage::new);
    }

    /** The folder of published experiments, beside the start script. */
    static Path published() {
        return rooms().toAbsolutePath().getParent().getParent().resolve("experiments").resolve("published");
    }

    /** Where a lab keeps who may join it, and certificates of runs on hosts. */
    static Path hosts() {
        return pki().resolveSibling("hosts");
    }

    /** Where hosts keep their certificates and the files of runs, by their names. */
    static Path host() {
        return pki().resolveSibling("host");
    }

    /** Where certificates are kept between runs. */
    static Path pki() {
        return Path.of(System.getProperty("eejs.pki", ".eejs/pki"));
    }
}

package org.eejs.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eejs.lab.banking.LocalStage;
import org.eejs.lab.rounds.Places;
import org.eejs.result.InputException;
import org.eejs.result.RunDirectory;
import org.eejs.role.StateHome;

/** The places of the program's files. */
final class Home {
    private Home() {}

    /** Returns the folder that contains a folder of jars per module. The start script sets it. */
    static Path rooms() {
        String home = System.getProperty("eejs.home");
        if (home == null) {
            throw new IllegalStateException("start EEJS with the script eejs: it sets the system property eejs.home");
        }
        return Path.of(home);
    }

    /** Returns the places that a measurement needs if its result goes to this folder. */
    static Places places(RunDirectory directory) {
        return new Places(rooms(), pki(), directory, LocalStage::new);
    }

    /** Returns the folder of published experiments, next to the start script. In a release the jars are elsewhere. */
    static Path published() {
        Path folder = rooms().toAbsolutePath().getParent();
        Path published = folder.resolve("experiments/published");
        return Files.isDirectory(published) ? published : folder.resolveSibling("experiments").resolve("published");
    }

    /** Returns the folder in which a lab keeps its authority and the certificates of runs on hosts. */
    static Path hosts() {
        return state().resolve("hosts");
    }

    /** Returns the folder in which hosts keep their certificates and the files of runs, by host name. */
    static Path host() {
        return state().resolve("host");
    }

    /** Returns the folder of certificates that outlive a run. */
    static Path pki() {
        return state().resolve("pki");
    }

    /**
     * Returns the folder of all keys and certificates. Creates it if necessary, and prints its path then, unless the
     * user chose it.
     *
     * @throws InputException if there is no folder that only this user can use, with the fix
     */
    static Path state() {
        try {
            StateHome state = StateHome.ofThisProcess();
            if (state.make() && state.by() == StateHome.Choice.CONVENTION) {
                System.err.println("Keys and certificates of runs are now kept in " + state.folder()
                        + ". Use --state DIR or " + StateHome.VARIABLE + " to keep them elsewhere.");
            }
            return state.folder();
        } catch (IOException | IllegalStateException e) {
            throw new InputException(e.getMessage());
        }
    }
}

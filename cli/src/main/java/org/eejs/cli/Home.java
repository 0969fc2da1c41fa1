package org.eejs.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eejs.lab.banking.LocalStage;
import org.eejs.lab.rounds.Places;
import org.eejs.result.InputException;
import org.eejs.result.RunDirectory;
import org.eejs.role.StateHome;

/** Where the program's own files are. */
final class Home {
    private Home() {}

    /** Returns the folder with a folder of jars for each room; the start script tells it. */
    static Path rooms() {
        String home = System.getProperty("eejs.home");
        if (home == null) {
            throw new IllegalStateException("start EEJS with the script eejs: it sets the system property eejs.home");
        }
        return Path.of(home);
    }

    /** Returns where everything is that a measurement needs whose result goes to a folder. */
    static Places places(RunDirectory directory) {
        return new Places(rooms(), pki(), directory, LocalStage::new);
    }

    /** Returns the folder of published experiments, beside the start script: in a release rooms are nearer to it. */
    static Path published() {
        Path folder = rooms().toAbsolutePath().getParent();
        Path published = folder.resolve("experiments/published");
        return Files.isDirectory(published) ? published : folder.resolveSibling("experiments").resolve("published");
    }

    /** Returns where a lab keeps who may join it, and certificates of runs on hosts. */
    static Path hosts() {
        return state().resolve("hosts");
    }

    /** Returns where hosts keep their certificates and the files of runs, by their names. */
    static Path host() {
        return state().resolve("host");
    }

    /** Returns where certificates are kept between runs. */
    static Path pki() {
        return state().resolve("pki");
    }

    /**
     * Returns the folder of all of it. It is made if there is none, and a line says so unless the user chose it.
     *
     * @throws InputException with a line that says what to do, if there is none that is only this user's
     */
    static Path state() {
        try {
            StateHome state = StateHome.ofThisProcess();
            if (state.make() && state.by() == StateHome.Choice.CONVENTION) {
                System.err.println("Keys and certificates of runs are kept in " + state.folder()
                        + " from now on; --state DIR or " + StateHome.VARIABLE + " keeps them elsewhere.");
            }
            return state.folder();
        } catch (IOException | IllegalStateException e) {
            throw new InputException(e.getMessage());
        }
    }
}

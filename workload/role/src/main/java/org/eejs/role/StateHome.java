package org.eejs.role;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.eejs.pki.files.PrivateFile;
import org.eejs.pki.files.PrivateFolder;

/**
 * Where EEJS keeps what outlives a command, wherever one stands: certificates of runs with their keys, tokens of
 * PKCS#11, who belongs to a lab.
 *
 * @param folder absolute; need not be there yet
 * @param by what chose it
 */
public record StateHome(Path folder, Choice by) {
    /** The system property that names the folder, before all else. */
    public static final String PROPERTY = "eejs.state";
    /** The variable of the environment that names it to a process and its children. */
    public static final String VARIABLE = "EEJS_STATE";

    /** What chooses the folder. */
    public enum Choice {
        /** The user, by option, system property or environment. */
        USER,
        /** The XDG Base Directory Specification. */
        CONVENTION
    }

    /**
     * Returns the folder of this process.
     *
     * @throws IllegalStateException with a line that says what to do, if nothing says where it is
     */
    public static StateHome ofThisProcess() {
        return of(System.getProperty(PROPERTY), System.getenv(), Path.of("").toAbsolutePath(),
                System.getProperty("user.home"));
    }

    /**
     * Chooses the folder. Without an option or variable it is never the current folder, in which others may have put
     * keys of theirs.
     *
     * @param said what the user says; null where nothing is said
     * @param environment variables of the process
     * @param current the folder in which the process runs; relative names start there
     * @param home the user's
     */
    static StateHome of(String said, Map<String, String> environment, Path current, String home) {
        String named = said != null ? said : environment.getOrDefault(VARIABLE, "");
        if (!named.isEmpty()) {
            return new StateHome(current.resolve(named).normalize(), Choice.USER);
        }
        return new StateHome(conventional(environment, home), Choice.CONVENTION);
    }

    private static Path conventional(Map<String, String> environment, String home) {
        String xdg = environment.getOrDefault("XDG_STATE_HOME", "");
        // The specification says that relative ones are ignored.
        if (xdg.startsWith("/")) {
            return Path.of(xdg, "eejs");
        }
        String own = environment.getOrDefault("HOME", "");
        // A JVM takes the home folder from the list of users, and says '?' for a user who is not in it.
        String known = own.startsWith("/") ? own : home;
        if (!known.startsWith("/")) {
            throw new IllegalStateException("HOME is not set, so there is no folder for keys and certificates; name "
                    + "one with --state or " + VARIABLE);
        }
        return Path.of(known, ".local", "state", "eejs");
    }

    /**
     * Makes the folder, and those that it is in, unless it is there. Only this user can enter it.
     *
     * @return whether it was made
     * @throws IOException with a line that says what to do, also if the folder belongs to another user or others can
     *     use it
     */
    public boolean make() throws IOException {
        try {
            boolean isNew = !Files.isDirectory(folder);
            if (isNew) {
                PrivateFolder.make(folder);
            }
            String fault = PrivateFolder.fault(folder);
            if (fault != null) {
                throw new IOException(fault);
            }
            return isNew;
        } catch (IOException e) {
            throw new IOException("--state " + folder + ": " + PrivateFile.reason(e)
                    + "; keys need a folder of mode 0700 that is yours: name it with --state or " + VARIABLE, e);
        }
    }

    /** The folder of certificates and tokens of runs. */
    public Path pki() {
        return folder.resolve("pki");
    }
}

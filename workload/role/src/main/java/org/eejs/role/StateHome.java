package org.eejs.role;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

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
    /** The folder that EEJS made until 0.1 in the folder where one stood. */
    static final String OF_OLDER = ".eejs";

    /** What chooses the folder. */
    public enum Choice {
        /** The user, by option, system property or environment. */
        USER,
        /** An older version, which made one in the current folder. */
        OLDER_VERSION,
        /** The XDG Base Directory Specification. */
        CONVENTION
    }

    /** That of this process. */
    public static StateHome ofThisProcess() {
        return of(System.getProperty(PROPERTY), System.getenv(), Path.of("").toAbsolutePath(),
                System.getProperty("user.home"));
    }

    /**
     * Chooses the folder.
     *
     * @param said what the user says; null where nothing is said
     * @param environment variables of the process
     * @param current the folder where the user stands
     * @param home the user's
     */
    static StateHome of(String said, Map<String, String> environment, Path current, String home) {
        String named = said != null ? said : environment.getOrDefault(VARIABLE, "");
        if (!named.isEmpty()) {
            return new StateHome(current.resolve(named).normalize(), Choice.USER);
        }
        if (Files.isDirectory(current.resolve(OF_OLDER))) {
            return new StateHome(current.resolve(OF_OLDER), Choice.OLDER_VERSION);
        }
        return new StateHome(conventional(environment, home), Choice.CONVENTION);
    }

    /** The folder by convention, for this user. */
    public static Path conventional() {
        return conventional(System.getenv(), System.getProperty("user.home"));
    }

    private static Path conventional(Map<String, String> environment, String home) {
        String xdg = environment.getOrDefault("XDG_STATE_HOME", "");
        // The specification has relative ones ignored. A JVM takes the home folder from the list of users.
        Path states = xdg.startsWith("/") ? Path.of(xdg)
                : Path.of(environment.getOrDefault("HOME", home), ".local", "state");
        return states.resolve("eejs").toAbsolutePath();
    }

    /**
     * Makes the folder, and those that it is in, unless it is there; only its owner can enter it.
     *
     * @return whether it was made
     * @throws IOException with a line that says what to do
     */
    public boolean make() throws IOException {
        if (Files.isDirectory(folder)) {
            return false;
        }
        try {
            Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(
                    PosixFilePermissions.fromString("rwx------")));
            return true;
        } catch (IOException e) {
            throw new IOException("certificates and keys cannot be kept in " + folder + " (" + RoleMain.describe(e)
                    + "); name another folder with --state or " + VARIABLE, e);
        }
    }

    /** The folder of certificates and tokens of runs. */
    public Path pki() {
        return folder.resolve("pki");
    }
}

package org.eejs.role;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import org.eejs.pki.files.PrivateFolder;

/**
 * The folder that EEJS keeps beyond a command, wherever it runs: certificates of runs with their keys, tokens of
 * PKCS#11, the members of a lab.
 *
 * @param folder absolute; may not exist yet
 * @param by the origin of the choice
 */
public record StateHome(Path folder, Choice by) {
    /** The system property that names the folder, before all else. */
    public static final String PROPERTY = "eejs.state";
    /** The variable of the environment that names it to a process and its children. */
    public static final String VARIABLE = "EEJS_STATE";

    private static final String OTHER = "; name another folder with --state or " + VARIABLE;
    private static final int USE_BY_OTHERS = 0077;
    private static final int MODE = 0777;

    /** The origin of the choice of a folder. */
    public enum Choice {
        /** The user, by option, system property or environment. */
        USER,
        /** The XDG Base Directory Specification. */
        CONVENTION
    }

    /**
     * Returns the folder of this process.
     *
     * @throws IllegalStateException with a line that describes what to do, if nothing determines the folder
     */
    public static StateHome ofThisProcess() {
        return of(System.getProperty(PROPERTY), System.getenv(), Path.of("").toAbsolutePath(),
                System.getProperty("user.home"));
    }

    /**
     * Chooses the folder. Without an option or variable it is never the current folder, which may contain keys of other
     * users.
     *
     * @param option the user's choice; null for none
     * @param environment variables of the process
     * @param current the folder in which the process runs; relative names start there
     * @param home the user's
     */
    static StateHome of(String option, Map<String, String> environment, Path current, String home) {
        String named = option != null ? option : environment.getOrDefault(VARIABLE, "");
        if (!named.isEmpty()) {
            return new StateHome(current.resolve(named).normalize(), Choice.USER);
        }
        return new StateHome(conventional(environment, home), Choice.CONVENTION);
    }

    private static Path conventional(Map<String, String> environment, String home) {
        String xdg = environment.getOrDefault("XDG_STATE_HOME", "");
        // The specification ignores relative ones.
        if (xdg.startsWith("/")) {
            return Path.of(xdg, "eejs");
        }
        String own = environment.getOrDefault("HOME", "");
        // A JVM reads the home folder from the list of users, and returns '?' for a user who is not in it.
        //
        String known = own.startsWith("/") ? own : home;
        if (!known.startsWith("/")) {
            throw new IllegalStateException("HOME is not set, so there is no folder for keys and certificates; name "
                    + "one with --state or " + VARIABLE);
        }
        return Path.of(known, ".local", "state", "eejs");
    }

    /**
     * Creates the folder and its parents, unless it exists. Only this user can enter it.
     *
     * @return whether it was created
     * @throws IOException with a line that describes what to do, also if the folder belongs to another user or others
     *     can use it
     */
    public boolean make() throws IOException {
        boolean isNew = !Files.isDirectory(folder);
        try {
            if (isNew) {
                PrivateFolder.make(folder);
            }
        } catch (IOException e) {
            throw refused("creating it failed (" + RoleMain.describe(e) + ")" + OTHER, e);
        }
        check();
        return isNew;
    }

    /**
     * Checks that the folder, if it is there, is this user's only.
     *
     * @throws IOException with a line that describes the fault and what to do
     */
    public void check() throws IOException {
        String fault = Files.exists(folder) ? fault() : null;
        if (fault != null) {
            throw refused(fault, null);
        }
    }

    private IOException refused(String fault, IOException cause) {
        return new IOException("--state " + folder + ": " + fault, cause);
    }

    /**
     * Checks whether a folder is this user's only: it has the mode 0700 and belongs to the user of this process, as do
     * symbolic links that lead to it.
     *
     * @return the fault and what to do, in one line; null without a fault
     */
    private String fault() {
        try {
            int user = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
            Map<String, Object> is = Files.readAttributes(folder, "unix:uid,mode");
            for (Path at = folder; Files.isSymbolicLink(at);) {
                int owner = (Integer) Files.getAttribute(at, "unix:uid", LinkOption.NOFOLLOW_LINKS);
                if (owner != user && owner != 0) {
                    return of("is reached by a symbolic link that", owner, user);
                }
                at = at.resolveSibling(Files.readSymbolicLink(at));
            }
            int owner = (Integer) is.get("uid");
            int mode = (Integer) is.get("mode");
            return owner != user ? of("is a folder that", owner, user) : (mode & USE_BY_OTHERS) == 0 ? null
                    : "has the mode %04o, so others can use it; run: chmod 700 %s".formatted(mode & MODE, folder);
        } catch (IOException e) {
            return "checking it failed (" + RoleMain.describe(e) + ")" + OTHER;
        }
    }

    private static String of(String place, int owner, int user) {
        return "%s belongs to user %d, but this program runs as user %d%s".formatted(place, owner, user, OTHER);
    }

    /** Returns the folder of certificates and tokens of runs. */
    public Path pki() {
        return folder.resolve("pki");
    }
}

package org.eejs.pki.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;

/** Folders that only their owner can enter. */
public final class PrivateFolder {
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final int USE_BY_OTHERS = 0077;

    private PrivateFolder() {}

    /**
     * Makes a folder, and those that it is in, with mode 0700 unless they are there.
     *
     * @throws IOException with a line that says what to do, if the folder itself is a symbolic link
     */
    public static Path make(Path folder) throws IOException {
        if (Files.isSymbolicLink(folder)) {
            throw new IOException(folder + " is a symbolic link, and nothing is written through it; remove it");
        }
        return Files.createDirectories(folder, PRIVATE);
    }

    /**
     * Checks whether a folder is this user's only: it has the mode 0700 and belongs to the user of this process, as do
     * symbolic links that lead to it.
     *
     * @return what is wrong and what to do, in one line; null if nothing is
     */
    public static String fault(Path folder) {
        try {
            int user = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
            Map<String, Object> is = Files.readAttributes(folder, "unix:uid,mode");
            for (Path at = folder; Files.isSymbolicLink(at);) {
                int owner = (Integer) Files.getAttribute(at, "unix:uid", LinkOption.NOFOLLOW_LINKS);
                if (owner != user) {
                    return of(at, owner, user);
                }
                at = at.resolveSibling(Files.readSymbolicLink(at));
            }
            int owner = (Integer) is.get("uid");
            int mode = (Integer) is.get("mode");
            return owner != user ? of(folder, owner, user) : (mode & USE_BY_OTHERS) == 0 ? null
                    : "its mode is %04o, and others must not use it; run: chmod 700 %s".formatted(mode & 0777, folder);
        } catch (IOException e) {
            return "it cannot be checked: " + PrivateFile.reason(e);
        }
    }

    private static String of(Path place, int owner, int user) {
        return "%s belongs to user %d and not to this program's user %d; name another folder".formatted(place, owner,
                user);
    }
}

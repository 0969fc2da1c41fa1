package org.eejs.pki.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** New folders that only their owner can enter, or only their owner can write to. */
public final class PrivateFolder {
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private static final FileAttribute<Set<PosixFilePermission>> READABLE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x"));

    private PrivateFolder() {}

    /**
     * Creates a folder, and its missing parents, with mode 0700.
     *
     * @throws IOException with a line that tells what to do, if the folder itself is a symbolic link
     */
    public static Path make(Path folder) throws IOException {
        if (Files.isSymbolicLink(folder)) {
            throw new IOException(folder + " is a symbolic link, and EEJS never writes through one; remove it");
        }
        return Files.createDirectories(folder, PRIVATE);
    }

    /** Creates a folder that others can enter but not write to, and its missing parents. */
    public static Path makeReadable(Path folder) throws IOException {
        return Files.createDirectories(folder, READABLE);
    }
}

package org.eejs.pki.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Folders that only their owner can enter. */
public final class PrivateFolder {
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

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
}

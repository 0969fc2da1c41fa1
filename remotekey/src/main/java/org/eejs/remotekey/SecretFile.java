package org.eejs.remotekey;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.Set;

/** Files that hold keys or passwords: only their owner may read them. */
final class SecretFile {
    private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rwx------");

    private SecretFile() {}

    /** What goes into a file. */
    interface Content {
        void write(OutputStream out) throws IOException, GeneralSecurityException;
    }

    /** Writes to a temporary file that only the owner can read from its first byte on, and renames it. */
    static void write(Path file, Content content) throws IOException, GeneralSecurityException {
        Path temporary = Files.createTempFile(file.getParent(), file.getFileName().toString(), ".tmp",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            try (OutputStream out = Files.newOutputStream(temporary)) {
                content.write(out);
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /**
     * The file that stands at a key, if it can be read by its owner alone.
     *
     * @throws FaultyFileException with the command that makes it so
     */
    static Path check(YamlFile<?> file, String pointer) throws FaultyFileException {
        Path path = file.path(pointer);
        if (!Files.isReadable(path)) {
            throw file.fault(pointer, path + (Files.exists(path) ? " cannot be read" : " does not exist"));
        }
        try {
            if (!OWN.containsAll(Files.getPosixFilePermissions(path))) {
                throw file.fault(pointer, "%s can be read or written by others; run: chmod 600 %s".formatted(path,
                        path));
            }
        } catch (IOException e) {
            throw file.fault(pointer, "%s cannot be looked at: %s".formatted(path, e.getMessage()));
        }
        return path;
    }

    /** The password that the file at a key holds: its first line. */
    static char[] password(YamlFile<?> file, String pointer) throws FaultyFileException {
        Path path = check(file, pointer);
        try {
            return Files.readString(path).lines().findFirst().orElse("").toCharArray();
        } catch (IOException e) {
            throw file.fault(pointer, "%s cannot be read: %s".formatted(path, e.getMessage()));
        }
    }
}

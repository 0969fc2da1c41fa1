package org.eejs.remotekey.settings;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import org.eejs.remotekey.files.FaultyFileException;
import org.eejs.remotekey.files.YamlFile;

/** Files that hold keys or passwords. */
public final class SecretFile {
    private SecretFile() {}

    /** What goes into a file. */
    public interface Content {
        void write(OutputStream out) throws IOException, GeneralSecurityException;
    }

    /** Writes to a temporary file that only the owner can read from its first byte on, and renames it. */
    public static void write(Path file, Content content) throws IOException, GeneralSecurityException {
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

    /** The password that the file at a key holds: its first line. */
    public static char[] password(YamlFile<KeyServerSettings> file, String pointer) throws FaultyFileException {
        Path path = file.guarded(pointer, file.value().secrets());
        try {
            return Files.readString(path).lines().findFirst().orElse("").toCharArray();
        } catch (IOException e) {
            throw file.fault(pointer, "%s cannot be read: %s".formatted(path, e.getMessage()));
        }
    }
}

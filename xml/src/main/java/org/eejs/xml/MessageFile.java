package org.eejs.xml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads files that the command line names. */
final class MessageFile {
    private MessageFile() {}

    /** A message; one that is too long is read no further than shows it. */
    static byte[] read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(MessageCursor.BYTES + 1);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /** The fault of a file that cannot be read. */
    static InputException unreadable(Path file, IOException e) {
        String why = e instanceof NoSuchFileException ? "there is no such file"
                : Files.isDirectory(file) ? "it is a folder" : "it cannot be read: " + e.getMessage();
        return new InputException(file + ": " + why, e);
    }
}

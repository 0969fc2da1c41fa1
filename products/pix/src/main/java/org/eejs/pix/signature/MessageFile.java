package org.eejs.pix.signature;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.eejs.pix.message.PixInputException;

/** A reader of files that the command line names. */
public final class MessageFile {
    private MessageFile() {}

    public static byte[] read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(MessageCursor.BYTES + 1);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    public static PixInputException unreadable(Path file, IOException e) {
        String why = e instanceof NoSuchFileException ? "there is no such file"
                : Files.isDirectory(file) ? "it is a folder" : "reading it failed: " + e.getMessage();
        return new PixInputException(file + ": " + why, e);
    }
}

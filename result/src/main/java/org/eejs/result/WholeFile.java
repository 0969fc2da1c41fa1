package org.eejs.result;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that is there whole or not at all. */
public final class WholeFile {
    private WholeFile() {}

    /**
     * Replaces a file in one step; when that fails the file is as it was, and nothing else is left.
     *
     * @throws IOException with a message that names the file and the reason
     */
    public static void write(Path file, String content) throws IOException {
        // In the same folder, because only there a rename is a single step; the process id keeps two writers apart.
        Path whole = file.resolveSibling("." + file.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
        try {
            Files.writeString(whole, content);
            Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            IOException failure = new IOException(file + " cannot be written: " + reason(e), e);
            try {
                Files.deleteIfExists(whole);
            } catch (IOException left) {
                failure.addSuppressed(left);
            }
            throw failure;
        }
    }

    /** What the file system said, without the file's name. */
    public static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException || e instanceof FileNotFoundException) {
            return "no such file or folder";
        }
        if (e instanceof FileSystemException system && system.getReason() != null) {
            return system.getReason();
        }
        return e.getMessage();
    }
}

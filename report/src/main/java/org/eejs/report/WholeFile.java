package org.eejs.report;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/** A file that is there whole or not at all. */
final class WholeFile {
    private WholeFile() {}

    /** Replaces a file in one step; when that fails the file is as it was, and nothing else is left. */
    static void write(Path file, String content) throws IOException {
        // In the same directory, because only there a rename is a single step; the process id keeps two writers apart.
        Path whole = file.resolveSibling("." + file.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
        try {
            Files.writeString(whole, content);
            Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            IOException failure = new IOException("Cannot write " + file + ": " + cause(e)
                    + ". Free the place or its permissions, or name another directory.", e);
            try {
                Files.deleteIfExists(whole);
            } catch (IOException left) {
                failure.addSuppressed(left);
            }
            throw failure;
        }
    }

    /** Why it failed, without the path that a file system's exceptions begin with. */
    static String cause(IOException e) {
        if (e instanceof FileSystemException failure && failure.getReason() != null) {
            return failure.getReason();
        }
        return e.getClass().getSimpleName().replaceFirst("Exception$", "")
                .replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }
}

package org.eejs.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eejs.pki.files.PrivateFile;
import org.eejs.result.InputException;

/**
 * A file outside the folder of the result, which an option names.
 *
 * @param file null if the option is not set
 */
record NamedFile(String option, Path file) {
    /**
     * Checks the file before the measurement starts.
     *
     * @throws InputException if the file is not writable
     */
    void check() {
        Path folder = file == null ? null : file.toAbsolutePath().getParent();
        if (file != null && (Files.isDirectory(file) || !Files.isWritable(folder))) {
            throw new InputException("%s %s: is not writable (%s); name another file".formatted(option, file,
                    Files.isDirectory(file) ? "it is a folder" : Files.isDirectory(folder) ? "permission denied"
                            : "no such folder"));
        }
    }

    /** Writes the file if the option is set. Prints an error and returns false if that fails: a result is not lost. */
    boolean write(String text, boolean readable) {
        try {
            if (file != null && readable) {
                PrivateFile.writeReadable(file, text.getBytes(StandardCharsets.UTF_8));
            } else if (file != null) {
                PrivateFile.write(file, text);
            }
            return true;
        } catch (IOException e) {
            System.err.println("eejs: " + e.getMessage());
            return false;
        }
    }
}

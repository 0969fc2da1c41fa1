package org.eejs.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eejs.lab.settings.Requirement;
import org.eejs.report.JUnitFile;
import org.eejs.result.InputException;
import org.eejs.result.Result;
import org.eejs.pki.files.PrivateFile;
import picocli.CommandLine.Option;

/** The option for verdicts in the format of JUnit, for continuous integration. */
final class JUnitOption {
    @Option(names = "--junit", paramLabel = "FILE",
            description = "Also write the verdicts to this file, as JUnit test cases.")
    private Path file;

    private boolean failed;

    /**
     * Checks the file before the measurement starts.
     *
     * @throws InputException if the file is not writable
     */
    void check() {
        Path folder = file == null ? null : file.toAbsolutePath().getParent();
        if (file != null && (Files.isDirectory(file) || !Files.isWritable(folder))) {
            throw new InputException("--junit " + file + ": is not writable ("
                    + (Files.isDirectory(file) ? "it is a folder" : Files.isDirectory(folder) ? "permission denied"
                            : "no such folder") + "); name another file");
        }
    }

    /** Writes the file if there is one. Prints errors, which must not lose the result. */
    void write(Result result, List<Requirement> requirements, boolean readable) {
        try {
            if (file != null && readable) {
                PrivateFile.writeReadable(file, JUnitFile.of(result, requirements).getBytes(StandardCharsets.UTF_8));
            } else if (file != null) {
                PrivateFile.write(file, JUnitFile.of(result, requirements));
            }
        } catch (IOException e) {
            System.err.println("eejs: " + e.getMessage());
            failed = true;
        }
    }

    /** Returns the final exit code of a run with this code. */
    int exitCode(int code) {
        return code == Eejs.DONE && failed ? Eejs.FAILED : code;
    }
}

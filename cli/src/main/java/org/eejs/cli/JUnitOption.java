package org.eejs.cli;

import java.nio.file.Path;
import java.util.List;
import org.eejs.lab.settings.Requirement;
import org.eejs.report.JUnitFile;
import org.eejs.result.InputException;
import org.eejs.result.Result;
import picocli.CommandLine.Option;

/** The option for verdicts in the format of JUnit, for continuous integration. */
final class JUnitOption {
    @Option(names = "--junit", paramLabel = "FILE",
            description = "Also write the verdicts to this file, as JUnit test cases.")
    private Path path;

    private boolean failed;

    /** Returns the file. */
    NamedFile file() {
        return new NamedFile("--junit", path);
    }

    /**
     * Checks the file before the measurement starts.
     *
     * @throws InputException if the file is not writable
     */
    void check() {
        file().check();
    }

    /** Writes the file if there is one. Prints errors, which must not lose the result. */
    void write(Result result, List<Requirement> requirements, boolean readable) {
        failed = path != null && !file().write(JUnitFile.of(result, requirements), readable);
    }

    /** Returns the final exit code of a run with this code. */
    int exitCode(int code) {
        return code == Eejs.DONE && failed ? Eejs.FAILED : code;
    }
}

package org.eejs.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.eejs.lab.rounds.Outcome;
import org.eejs.report.CbomFile;
import org.eejs.report.JUnitFile;
import org.eejs.report.SarifFile;
import org.eejs.result.InputException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of the doctor for files that pipelines and inventories read. */
final class DoctorFiles {
    @Mixin
    private final JUnitOption junit = new JUnitOption();

    @Option(names = "--sarif", paramLabel = "FILE",
            description = "Also write the findings to this file, as SARIF 2.1.0.")
    private Path sarif;

    @Option(names = "--cbom", paramLabel = "FILE",
            description = "Also write the cryptography in use to this file, as a CycloneDX 1.6 bill of materials.")
    private Path cbom;

    private boolean failed;

    private NamedFile sarif() {
        return new NamedFile("--sarif", sarif);
    }

    private NamedFile cbom() {
        return new NamedFile("--cbom", cbom);
    }

    /**
     * Checks the files before the capture starts.
     *
     * @throws InputException if one is not writable, or two are the same
     */
    void check() {
        Map<Path, String> options = new HashMap<>();
        for (NamedFile each : List.of(junit.file(), sarif(), cbom())) {
            each.check();
            String other = each.file() == null ? null : options.put(place(each.file()), each.option());
            if (other != null) {
                throw new InputException("%s %s: is also the file of %s; name another file".formatted(each.option(),
                        each.file(), other));
            }
        }
    }

    private static Path place(Path file) {
        Path whole = file.toAbsolutePath().normalize();
        try {
            return whole.getParent().toRealPath().resolve(whole.getFileName());
        } catch (IOException e) {
            return whole;
        }
    }

    /** Writes the files whose options are set. Prints errors, which must not lose the result. */
    void write(Outcome outcome, boolean readable) {
        write(junit.file(), () -> JUnitFile.of(outcome.result(), outcome.failure()), readable);
        write(sarif(), () -> SarifFile.of(outcome.result(), outcome.failure()), readable);
        write(cbom(), () -> CbomFile.of(outcome.result()), readable);
    }

    private void write(NamedFile file, Supplier<String> text, boolean readable) {
        failed |= file.file() != null && !file.write(text.get(), readable);
    }

    /** Returns the final exit code of a capture with this code. */
    int exitCode(int code) {
        return code == Eejs.DONE && failed ? Eejs.FAILED : code;
    }
}

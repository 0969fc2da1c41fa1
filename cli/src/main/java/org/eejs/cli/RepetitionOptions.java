package org.eejs.cli;

import org.eejs.lab.settings.Repetition;
import picocli.CommandLine.Option;

/** The number of runs of a campaign. */
final class RepetitionOptions {
    @Option(names = "--baseline", paramLabel = "NAME",
            description = "Configuration to compare the others with (default: the first).")
    private String baseline;

    @Option(names = "--precision", paramLabel = "PART",
            description = "Width of the interval that ends repeating, for example 3%%. For compare, half the width, "
                    + "by default as narrow as a verdict needs. For capacity it is the full width, by default 7.5%%.")
    private String precision;

    @Option(names = "--max-runs", paramLabel = "N",
            description = "Maximum number of runs per configuration (compare: default 12; capacity: 30).")
    private Integer maxRuns;

    /** Returns what was specified, with the parts that only a comparison has. */
    Repetition with(String metric, String margin, Integer minRuns) {
        return new Repetition(baseline, metric, precision, margin, minRuns, maxRuns);
    }
}

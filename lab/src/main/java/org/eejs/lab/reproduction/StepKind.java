package org.eejs.lab.reproduction;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.lab.settings.Metric;
import org.eejs.lab.settings.PublishedRows;
import org.eejs.result.InputException;
import org.eejs.result.settings.WorkloadKind;

/** The commands that published experiments are made of, and the figures that their results have. */
enum StepKind {
    // Longer names come first: their beginnings are names, too.
    REMOTE_KEY("bench remote-key", List.of("opsPerSecond", "meanMs", "p50Ms", "p99Ms", "clientCpuMicros",
            "serversPerClient")),
    BENCH("bench", List.of("opsPerSecond", "megabytesPerSecond", "cpuMicrosPerOp")),
    XML("xml", Stream.concat(Metric.all(WorkloadKind.XML).stream().map(Metric::id),
            Stream.of("signatureShare", "tlbMissesPerTransaction")).toList()),
    RUN("run", Stream.concat(Metric.all(WorkloadKind.BANKING).stream().map(Metric::id),
            PublishedRows.FRACTIONS.keySet().stream()).toList()),
    COMPARE("compare", RUN.metrics),
    CAPACITY("capacity", List.of(PublishedRows.SESSIONS));

    private final String command;
    private final List<String> metrics;

    StepKind(String command, List<String> metrics) {
        this.command = command;
        this.metrics = metrics;
    }

    static StepKind of(String words) {
        return Arrays.stream(values()).filter(kind -> (words + " ").startsWith(kind.command + " ")).findFirst()
                .orElseThrow(() -> new InputException("command", "'%s' is none of the commands that measure: %s"
                        .formatted(words, Arrays.stream(values()).map(kind -> kind.command)
                                .collect(Collectors.joining(", ")))));
    }

    List<String> metrics() {
        return metrics;
    }

    /** Whether it reads an experiment file. */
    boolean hasExperiment() {
        return this == RUN || hasConfigurations();
    }

    /** Whether it runs several configurations of the experiment, and can go on where it was stopped. */
    boolean hasConfigurations() {
        return this == COMPARE || this == CAPACITY;
    }
}

package org.eejs.lab.reproduction;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.eejs.lab.settings.PublishedRows;
import org.eejs.result.BenchFigures;
import org.eejs.result.Figure;
import org.eejs.result.InputException;

/** The commands that published experiments are made of, and the figures that their results have. */
enum StepKind {
    // Longer names come first: their beginnings are names, too.
    REMOTE_KEY("bench remote-key", ids(BenchFigures.REMOTE_KEYS)),
    BENCH("bench", ids(BenchFigures.FORKS)),
    XML("xml", BENCH.metrics),
    RUN("run", PublishedRows.metrics()),
    COMPARE("compare", RUN.metrics),
    CAPACITY("capacity", List.of(PublishedRows.SESSIONS));

    private final String command;
    private final List<String> metrics;

    StepKind(String command, List<String> metrics) {
        this.command = command;
        this.metrics = metrics;
    }

    private static List<String> ids(List<Figure> figures) {
        return figures.stream().map(Figure::id).toList();
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

    /** Returns whether it reads an experiment file. */
    boolean hasExperiment() {
        return this == RUN || hasConfigurations();
    }

    /** Returns whether it runs several configurations of the experiment, and can go on where it was stopped. */
    boolean hasConfigurations() {
        return this == COMPARE || this == CAPACITY;
    }
}

package org.eejs.lab.reproduction;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.eejs.lab.settings.PublishedRows;
import org.eejs.result.BenchFigures;
import org.eejs.result.Figure;
import org.eejs.result.InputException;

/** The commands of published experiments, and the figures of their results. */
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
                .orElseThrow(() -> new InputException("command", "'%s' is not a command that measures; those are %s"
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

    /** Returns whether it runs several configurations of the experiment, and can continue where it was stopped. */
    boolean hasConfigurations() {
        return this == COMPARE || this == CAPACITY;
    }
}

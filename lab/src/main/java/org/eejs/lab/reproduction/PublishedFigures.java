package org.eejs.lab.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.eejs.lab.statistics.MeanInterval;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.lab.statistics.RunPairs;
import org.eejs.result.InputException;
import org.eejs.result.Published;
import org.eejs.result.Result.PublishedFigure;
import org.eejs.result.Result;
import org.eejs.result.settings.WorkloadKind;

/** Measures what others have published, so that both can stand side by side. */
public final class PublishedFigures {
    /** The metric of capacities, which are no figures of runs. */
    static final String SESSIONS = "sessions";

    private static final Map<String, ToDoubleFunction<Result.Run>> FRACTIONS = Map.of(
            "good", run -> run.banking().quality().good(), "tolerable", run -> run.banking().quality().tolerable(),
            "failed", run -> run.banking().quality().failed());

    private PublishedFigures() {}

    /**
     * Checks one of the figures that an experiment names.
     *
     * @throws InputException with a line that says what is wrong, and the key that is at fault
     */
    static void check(Published.Row row, List<String> configurations, WorkloadKind workload) {
        List<String> metrics = metrics(workload);
        if (!metrics.contains(row.metric())) {
            throw new InputException("metric", "'%s' is not a metric; there are %s".formatted(row.metric(),
                    String.join(", ", metrics)));
        }
        checkConfiguration("configuration", row.configuration(), configurations);
        if ((row.ratio() == null) == (row.value() == null) || (row.ratio() == null) != (row.relativeTo() == null)) {
            throw new InputException("metric", "a published figure is either a ratio, with the key relativeTo, or a "
                    + "value, without it");
        }
        if (row.relativeTo() != null) {
            checkConfiguration("relativeTo", row.relativeTo(), configurations);
        }
    }

    private static List<String> metrics(WorkloadKind workload) {
        Stream<String> all = Metric.all(workload).stream().map(Metric::id);
        return workload == WorkloadKind.XML ? all.toList() : Stream.of(all, FRACTIONS.keySet().stream().sorted(),
                Stream.of(SESSIONS)).flatMap(each -> each).toList();
    }

    private static void checkConfiguration(String key, String name, List<String> configurations) {
        if (!configurations.contains(name)) {
            throw new InputException(key, "there is no configuration '" + name + "'; there are "
                    + String.join(", ", configurations));
        }
    }

    /**
     * What was published, and what the runs so far say to it. A comparison says nothing of capacities, and a search of
     * capacities nothing of the rest; those rows are left out.
     *
     * @param said null when nothing was
     * @param capacities null for a comparison
     * @param confidence of the intervals
     * @return null when there is nothing to be said
     */
    public static Result.Published of(Published said, List<Result.Run> runs, List<Result.Capacity> capacities,
            double confidence) {
        if (said == null) {
            return null;
        }
        List<PublishedFigure> figures = new ArrayList<>();
        for (Published.Row row : said.rows()) {
            if (row.metric().equals(SESSIONS) != (capacities != null)) {
                continue;
            }
            figures.add(row.metric().equals(SESSIONS) ? ofCapacities(row, capacities) : row.relativeTo() == null
                    ? mean(row, valid(runs, row.configuration()), confidence) : ratio(row, runs, confidence));
        }
        return new Result.Published(said.source(), List.copyOf(figures));
    }

    /** The same as an experiment says it, for a campaign that goes on; null when nothing was. */
    public static Published said(Result.Published told) {
        return told == null ? null
                : new Published(told.source(), told.figures().stream().map(PublishedFigure::row).toList());
    }

    private static PublishedFigure ofCapacities(Published.Row row, List<Result.Capacity> capacities) {
        Result.Capacity capacity = capacity(capacities, row.configuration());
        Result.Capacity base = row.relativeTo() == null ? null : capacity(capacities, row.relativeTo());
        if (capacity == null || row.relativeTo() != null && base == null) {
            return new PublishedFigure(row, null, null, 0);
        }
        int probes = capacity.probes().size() + (base == null ? 0 : base.probes().size());
        if (base == null) {
            return new PublishedFigure(row, (double) capacity.sessions(), bounded(capacity) ? capacity.ci95() : null,
                    probes);
        }
        RatioInterval interval = bounded(capacity) && bounded(base)
                ? RatioInterval.ofEstimates(capacity.sessions(), capacity.ci95(), base.sessions(), base.ci95()) : null;
        return new PublishedFigure(row, capacity.sessions() / (double) base.sessions(),
                interval == null ? null : interval.bounds(), probes);
    }

    private static boolean bounded(Result.Capacity capacity) {
        return !capacity.openAbove() && capacity.ci95().get(1) != null;
    }

    private static Result.Capacity capacity(List<Result.Capacity> capacities, String name) {
        return capacities.stream().filter(capacity -> capacity.configuration().equals(name)).findFirst().orElse(null);
    }

    private static List<Result.Run> valid(List<Result.Run> runs, String configuration) {
        return runs.stream().filter(run -> run.valid() && run.configuration().equals(configuration)).toList();
    }

    private static PublishedFigure mean(Published.Row row, List<Result.Run> runs, double confidence) {
        if (runs.isEmpty()) {
            return new PublishedFigure(row, null, null, 0);
        }
        double[] values = runs.stream().mapToDouble(figure(row.metric())).toArray();
        MeanInterval mean = MeanInterval.of(values, confidence);
        double most = FRACTIONS.containsKey(row.metric()) ? 1 : Double.POSITIVE_INFINITY;
        List<Double> bounds = mean.bounds();
        return new PublishedFigure(row, mean.mean(),
                bounds == null ? null : List.of(bounds.get(0), Math.min(most, bounds.get(1))), values.length);
    }

    private static PublishedFigure ratio(Published.Row row, List<Result.Run> runs, double confidence) {
        RunPairs pairs = RunPairs.of(runs, row.configuration(), row.relativeTo());
        if (pairs.isEmpty()) {
            return new PublishedFigure(row, null, null, 0);
        }
        RatioInterval interval = pairs.ratio(figure(row.metric()), confidence);
        return new PublishedFigure(row, Double.isFinite(interval.ratio()) ? interval.ratio() : null, interval.bounds(),
                pairs.runs().size());
    }

    /** A figure of a run; null when there is none of this name. */
    private static ToDoubleFunction<Result.Run> figure(String metric) {
        return FRACTIONS.containsKey(metric) ? FRACTIONS.get(metric)
                : Arrays.stream(Metric.values()).filter(each -> each.id().equals(metric)).findFirst()
                        .<ToDoubleFunction<Result.Run>>map(each -> each::of).orElse(null);
    }
}

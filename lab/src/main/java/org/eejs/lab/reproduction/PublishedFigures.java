package org.eejs.lab.reproduction;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eejs.lab.reproduction.MeasuredCells.MeasuredCell;
import org.eejs.lab.reproduction.Series.Estimate;
import org.eejs.lab.settings.PublishedRows;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.result.Experiment;
import org.eejs.result.Experiment.CapacitiesSought;
import org.eejs.result.InputException;
import org.eejs.result.Measured;
import org.eejs.result.Published;
import org.eejs.result.Result;
import org.eejs.result.PublishedFigure;

/** Measures what others have published, so that both can stand side by side. */
public final class PublishedFigures {
    private PublishedFigures() {}

    /**
     * What was published, and what an experiment measured of it so far. A comparison says nothing of capacities, and a
     * search of capacities nothing of the rest; those rows are left out.
     *
     * @param published null when nothing was
     * @return null when nothing was published
     */
    public static Result.Published of(Published published, Experiment measured) {
        if (published == null) {
            return null;
        }
        boolean capacities = measured instanceof CapacitiesSought;
        return new Result.Published(published.source(), published.rows().stream()
                .filter(row -> row.metric().equals(PublishedRows.SESSIONS) == capacities)
                .map(row -> of(row, measured)).toList());
    }

    /** The same as an experiment says it, for a campaign that goes on; null when nothing was. */
    public static Published said(Result.Published published) {
        return published == null ? null : new Published(published.source(),
                published.figures().stream().map(PublishedFigure::row).toList());
    }

    /** A figure that was published, and what a result says of it, with intervals of that result's confidence. */
    static PublishedFigure of(Published.Row row, Measured measured) {
        List<MeasuredCell> cells = MeasuredCells.of(measured);
        boolean named = measured instanceof Experiment || !measured.runs().isEmpty();
        try {
            Map<String, String> names = names(row.configuration(), named);
            MeasuredCell cell = cell(cells, names);
            Map<String, String> baseNames = new LinkedHashMap<>(names);
            baseNames.putAll(names(row.relativeTo(), named));
            MeasuredCell base = row.relativeTo() == null ? null : cell(cells, baseNames);
            String missing = missing(cell, row.metric());
            missing = missing == null && base != null ? missing(base, row.metric()) : missing;
            if (missing != null) {
                return FigureVerdict.notHere(row, missing);
            }
            Series series = cell.figures().get(row.metric()).get();
            Estimate estimate = base == null ? atMostAll(row.metric(), series.mean(confidence(measured)))
                    : series.ratio(base.figures().get(row.metric()).get(), ratioConfidence(measured));
            return FigureVerdict.of(row, estimate);
        } catch (InputException e) {
            return FigureVerdict.notHere(row, e.getMessage());
        }
    }

    private static double confidence(Measured measured) {
        return measured instanceof Experiment experiment && experiment.procedure() != null
                && experiment.procedure().confidence() > 0 ? experiment.procedure().confidence()
                : RatioInterval.CONFIDENCE;
    }

    /** That of ratios: they are those of the result's own comparisons. */
    private static double ratioConfidence(Measured measured) {
        return measured instanceof Experiment experiment && experiment.procedure() != null
                && experiment.procedure().intervalConfidence() != null ? experiment.procedure().intervalConfidence()
                : confidence(measured);
    }

    /** No fraction of the pages is above 1, whatever Student's interval says. */
    private static Estimate atMostAll(String metric, Estimate mean) {
        return !PublishedRows.FRACTIONS.containsKey(metric) || mean.ci95() == null ? mean
                : new Estimate(mean.value(), List.of(mean.ci95().get(0), Math.min(1, mean.ci95().get(1))), mean.runs());
    }

    private static String missing(MeasuredCell cell, String metric) {
        String error = cell.error() != null ? cell.error() : cell.figures().isEmpty() ? "it has no figures"
                : cell.figures().containsKey(metric) ? null : "it has no figure '" + metric + "'";
        return error == null ? null : String.join(", ", cell.names().size() > 1 ? List.of("a cell")
                : cell.names().values()) + ": " + error;
    }

    /** What tells a cell from others: the name of a configuration, or {@code name=value} pairs between commas. */
    static Map<String, String> names(String words, boolean named) {
        if (words == null) {
            return Map.of();
        }
        if (named) {
            return Map.of(MeasuredCells.CONFIGURATION, words);
        }
        Map<String, String> names = new LinkedHashMap<>();
        for (String pair : words.split(",\\s*(?=\\w+=)")) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new InputException("configuration", "'" + pair + "' is not name=value, as in "
                        + "'provider=SunJCE, bytes=16384'");
            }
            names.put(pair.substring(0, equals).strip(), pair.substring(equals + 1).strip());
        }
        return names;
    }

    private static MeasuredCell cell(List<MeasuredCell> cells, Map<String, String> names) {
        List<MeasuredCell> fitting = new ArrayList<>(cells);
        for (Map.Entry<String, String> name : names.entrySet()) {
            List<MeasuredCell> before = List.copyOf(fitting);
            fitting.removeIf(cell -> !fits(cell.names().get(name.getKey()), name.getValue()));
            if (fitting.isEmpty()) {
                throw new InputException("configuration", "nothing was measured with %s=%s; there are %s".formatted(
                        name.getKey(), name.getValue(), String.join(", ", before.stream()
                                .map(cell -> String.valueOf(cell.names().get(name.getKey()))).distinct().toList())));
            }
        }
        if (fitting.size() > 1) {
            throw new InputException("configuration", "%d cells are meant by %s, the first of them %s and %s".formatted(
                    fitting.size(), names, fitting.get(0).names(), fitting.get(1).names()));
        }
        return fitting.get(0);
    }

    /** A JDK is named by its release, too: 17 is 17.0.15. */
    private static boolean fits(String name, String asked) {
        return name != null && (name.equals(asked) || name.startsWith(asked + ".") && asked.matches("\\d+"));
    }
}

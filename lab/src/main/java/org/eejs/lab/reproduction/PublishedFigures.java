package org.eejs.lab.reproduction;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.eejs.lab.settings.PublishedRows;
import org.eejs.lab.statistics.CellRounds;
import org.eejs.lab.statistics.CellRounds.Pairing;
import org.eejs.lab.statistics.Estimate;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.result.Bench;
import org.eejs.result.BenchFigures;
import org.eejs.result.Cell;
import org.eejs.result.Figures;
import org.eejs.result.InputException;
import org.eejs.result.Observation;
import org.eejs.result.Published;
import org.eejs.result.PublishedFigure;
import org.eejs.result.Result;
import org.eejs.result.Unit;

/** Measured counterparts of published figures, for a table with both. */
public final class PublishedFigures {
    private PublishedFigures() {}

    /**
     * Returns published figures, and the measured ones of an experiment so far. A comparison measures no capacities,
     * and a search for capacities nothing else; the other rows are left out.
     *
     * @param published null if there is none
     * @return null if there is none
     */
    public static Result.Published of(Published published, Result measured) {
        if (published == null) {
            return null;
        }
        boolean capacities = measured.capacities() != null;
        return new Result.Published(published.source(), published.rows().stream()
                .filter(row -> row.metric().equals(PublishedRows.SESSIONS) == capacities)
                .map(row -> of(row, measured)).toList());
    }

    /**
     * Returns the published figures as an experiment states them, for a campaign that continues; null if there are
     * none.
     */
    public static Published said(Result.Published published) {
        return published == null ? null : new Published(published.source(),
                published.figures().stream().map(PublishedFigure::row).toList());
    }

    /**
     * Returns a published figure and its measured counterpart in a result, with intervals of that result's confidence.
     */
    static PublishedFigure of(Published.Row row, Result measured) {
        boolean named = measured.isExperiment() || measured.isOfOneRun();
        try {
            Map<String, String> names = names(row.configuration(), named);
            CellRounds cell = cell(measured, names);
            Map<String, String> baseNames = new LinkedHashMap<>(names);
            baseNames.putAll(names(row.relativeTo(), named));
            CellRounds base = row.relativeTo() == null ? null : cell(measured, baseNames);
            String missing = missing(cell, measured);
            missing = missing == null && base != null ? missing(base, measured) : missing;
            if (missing != null) {
                return FigureVerdict.notHere(row, missing);
            }
            return FigureVerdict.of(row, base == null ? atMostAll(row.metric(), mean(cell, row.metric(), measured))
                    : ratio(cell, base, row.metric(), measured));
        } catch (InputException e) {
            return FigureVerdict.notHere(row, e.getMessage());
        }
    }

    private static Estimate mean(CellRounds cell, String metric, Result measured) {
        if (measured.capacities() != null) {
            return measured.capacities().stream().filter(capacity -> capacity.cell().equals(cell.cell())).findFirst()
                    .map(capacity -> new Estimate((double) capacity.sessions(), capacity.openAbove()
                            || capacity.ci95().get(1) == null ? null : capacity.ci95(), capacity.probes().size()))
                    .orElse(Estimate.NONE);
        }
        if (metric.equals(BenchFigures.SERVERS_PER_CLIENT.id())) {
            return measured.remoteKey().ratios().stream().filter(ratio -> cell.cell().equals(Cell.of(ratio.curve())
                    .with("threads", cell.cell().get("threads")))).findFirst().map(ratio -> new Estimate(
                            ratio.serversPerClient(), ratio.ci95(), cell.rounds().size())).orElse(Estimate.NONE);
        }
        return cell.estimate(Figures.of(metric), confidence(measured));
    }

    private static Estimate ratio(CellRounds cell, CellRounds base, String metric, Result measured) {
        if (measured.capacities() != null) {
            return mean(cell, metric, measured).dividedBy(mean(base, metric, measured));
        }
        Pairing pairing = measured.bench() == null ? Pairing.ROUNDS : measured.comparisons().stream()
                .anyMatch(each -> Objects.equals(each.cell().get("group"), cell.cell().get("group"))) ? Pairing.TURNS
                : Pairing.NONE;
        return cell.ratio(base, Figures.of(metric), ratioConfidence(measured), pairing);
    }

    private static double confidence(Result measured) {
        return measured.procedure() != null && measured.procedure().confidence() > 0
                ? measured.procedure().confidence() : RatioInterval.CONFIDENCE;
    }

    /** Returns the confidence of ratios, which are those of the result's own comparisons. */
    private static double ratioConfidence(Result measured) {
        return measured.procedure() != null && measured.procedure().intervalConfidence() != null
                ? measured.procedure().intervalConfidence() : confidence(measured);
    }

    /** Limits an interval of fractions to 1, which Student's interval may exceed. */
    private static Estimate atMostAll(String metric, Estimate mean) {
        return Figures.of(metric).unit() != Unit.SHARE || mean.ci95() == null ? mean
                : new Estimate(mean.value(), List.of(mean.ci95().get(0), Math.min(1, mean.ci95().get(1))), mean.runs());
    }

    private static String missing(CellRounds cell, Result measured) {
        boolean sought = measured.capacities() != null;
        boolean none = sought ? measured.capacities().stream().noneMatch(each -> each.cell().equals(cell.cell()))
                : cell.rounds().isEmpty();
        String error = !none ? sought || cell.error() == null ? null : "no run was valid: " + cell.error()
                : Stream.ofNullable(measured.configurations()).flatMap(List::stream).filter(each ->
                        each.cell().equals(cell.cell()) && each.skipped() != null).findFirst()
                        .map(Result.Configuration::skipped).orElse("it was not run");
        return error == null ? null : (cell.cell().facets().size() > 1 ? "a cell" : cell.cell().name()) + ": " + error;
    }

    /**
     * Returns the difference of a cell from others: the name of a configuration, or {@code name=value} pairs, separated
     * by commas.
     */
    static Map<String, String> names(String words, boolean named) {
        if (words == null) {
            return Map.of();
        }
        if (named) {
            return Map.of(Cell.CONFIGURATION, words);
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

    /** Returns the rounds of the only matching cell; native code matches only if its program is named. */
    private static CellRounds cell(Result measured, Map<String, String> names) {
        List<Cell> fitting = new ArrayList<>(Stream.concat(Stream.ofNullable(measured.configurations())
                .flatMap(List::stream).map(Result.Configuration::cell),
                measured.observations().stream().map(Observation::cell)).distinct()
                .filter(cell -> cell.get(Bench.PROGRAM) == null || names.containsKey(Bench.PROGRAM)).toList());
        for (Map.Entry<String, String> name : names.entrySet()) {
            List<Cell> before = List.copyOf(fitting);
            fitting.removeIf(cell -> !fits(cell.get(name.getKey()), name.getValue()));
            if (fitting.isEmpty()) {
                throw new InputException("configuration", "nothing was measured with %s=%s; there are %s".formatted(
                        name.getKey(), name.getValue(), String.join(", ", before.stream()
                                .map(cell -> String.valueOf(cell.get(name.getKey()))).distinct().toList())));
            }
        }
        if (fitting.size() > 1) {
            throw new InputException("configuration", "%d cells match %s, the first of them %s and %s".formatted(
                    fitting.size(), names, fitting.get(0), fitting.get(1)));
        }
        return new CellRounds(fitting.get(0), measured.observations().stream()
                .filter(each -> each.cell().equals(fitting.get(0))).toList());
    }

    /** Returns whether a name matches; a JDK also by its release: 17 is 17.0.15. */
    private static boolean fits(String name, String asked) {
        return name != null && (name.equals(asked) || name.startsWith(asked + ".") && asked.matches("\\d+"));
    }
}

package org.eejs.lab.strategy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eejs.lab.statistics.RatioEstimate;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.lab.statistics.RunPairs;
import org.eejs.lab.statistics.SimultaneousRatios;
import org.eejs.result.BankFigures;
import org.eejs.result.Cell;
import org.eejs.result.Figure;
import org.eejs.result.Observation;
import org.eejs.result.Result;

/**
 * Configurations compared with the baseline by the pairs of their runs.
 *
 * @param metric the figure that decides
 * @param family the number of compared configurations
 * @param confidence that of all intervals of a figure together
 * @param margin the relative difference that counts as equal
 */
record PairedRuns(RunsSoFar runs, Figure metric, int family, double confidence, double margin) {
    /** Returns the ratios of a figure for configurations other than the baseline. */
    SimultaneousRatios ratios(Figure figure, List<String> names) {
        Map<String, RatioEstimate> estimates = new LinkedHashMap<>();
        names.stream().filter(name -> !name.equals(runs.baseline()))
                .forEach(name -> estimates.put(name, pairs(name).estimate(figure)));
        return new SimultaneousRatios(estimates, family, confidence);
    }

    /** Returns the comparisons of all figures for the configurations that have pairs. */
    List<Result.Comparison> all(List<String> names) {
        List<String> compared = names.stream()
                .filter(name -> !name.equals(runs.baseline()) && !pairs(name).isEmpty()).toList();
        Map<String, List<Result.Comparison>> comparisons = new LinkedHashMap<>();
        compared.forEach(name -> comparisons.put(name, new ArrayList<>()));
        Stream.concat(Stream.of(metric), BankFigures.ALL.stream().filter(Figure::isCompared)).distinct()
                .forEach(each -> {
                    SimultaneousRatios ratios = ratios(each, compared.stream()
                            .filter(name -> pairs(name).isKnown(each)).toList());
                    ratios.intervals().forEach((name, interval) -> comparisons.get(name).add(comparison(each, name,
                            interval, ratios)));
                });
        return comparisons.values().stream().flatMap(List::stream).toList();
    }

    private Result.Comparison comparison(Figure figure, String name, RatioInterval interval,
            SimultaneousRatios ratios) {
        RunPairs pairs = pairs(name);
        return new Result.Comparison(figure.id(), Cell.ofConfiguration(name), Cell.ofConfiguration(runs.baseline()),
                interval.finiteRatio(), interval.bounds(),
                ratios.verdict(name, figure.lowerIsBetter(), margin).id(), pairs.runs().size(),
                mean(pairs.baseline(), figure), mean(pairs.runs(), figure), ratios.detectable(name));
    }

    private static double mean(List<Observation> runs, Figure figure) {
        return runs.stream().mapToDouble(figure::of).average().orElse(0);
    }

    private RunPairs pairs(String name) {
        return RunPairs.of(runs.all(), name, runs.baseline());
    }
}

package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunFigures;
import org.eejs.result.Result.Disclosure;

/**
 * Two configurations side by side: how fast, how good, how busy.
 *
 * @param left the baseline's name
 * @param right the other's name
 * @param rows one figure each
 */
public record PairTable(String left, String right, List<Row> rows) {
    /** A figure of both; bars are in per cent of the longest bar. */
    public record Row(String name, String left, String right, double leftBar, double rightBar) {}

    /** The table; null unless there are exactly two configurations, and one of them has valid runs. */
    static PairTable of(ExperimentReport experiment) {
        if (experiment.configurations().size() != 2
                || experiment.configurations().stream().allMatch(each -> each.valid().isEmpty())) {
            return null;
        }
        ConfigurationRuns left = experiment.configurations().get(0);
        ConfigurationRuns right = experiment.configurations().get(1);
        if (right.name().equals(experiment.baseline())) {
            ConfigurationRuns first = left;
            left = right;
            right = first;
        }
        List<Row> rows = new ArrayList<>();
        rows.add(row("Mean response time", left, right, each -> each.mean(
                measured -> measured.responseTime().mean(), measured -> measured.responseTime().count() > 0),
                Format::time, 0));
        rows.add(row("Good", left, right, each -> each.mean(measured -> measured.quality().good()),
                Format::reached, 1));
        rows.add(row("Tolerable, good included", left, right,
                each -> each.mean(measured -> measured.quality().tolerable()), Format::reached, 1));
        rows.add(row("Failed", left, right, each -> each.mean(measured -> measured.quality().failed()), Format::percent,
                1));
        boolean shares = Stream.of(left, right).allMatch(each -> processors(each) > 0);
        rows.add(shares ? row("CPU utilization of the bank", left, right, each -> utilization(each), Format::percent, 1)
                : row("Processors in use by the bank", left, right, PairTable::inUse, Format::figure, 0));
        return new PairTable(left.name(), right.name(), List.copyOf(rows));
    }

    private static Row row(String name, ConfigurationRuns left, ConfigurationRuns right,
            Function<ConfigurationRuns, OptionalDouble> figure, Function<Double, String> words, double full) {
        OptionalDouble ofLeft = figure.apply(left);
        OptionalDouble ofRight = figure.apply(right);
        double longest = full > 0 ? full : Math.max(ofLeft.orElse(0), ofRight.orElse(0));
        return new Row(name, words(ofLeft, words), words(ofRight, words), bar(ofLeft, longest), bar(ofRight, longest));
    }

    private static String words(OptionalDouble mean, Function<Double, String> words) {
        return mean.isPresent() ? words.apply(mean.getAsDouble()) : Format.NONE;
    }

    private static double bar(OptionalDouble mean, double longest) {
        return longest == 0 ? 0 : Math.round(Math.min(100, 100 * mean.orElse(0) / longest) * 10) / 10.0;
    }

    private static OptionalDouble inUse(ConfigurationRuns configuration) {
        return configuration.mean(RunFigures::bankProcessors, measured -> measured.bankProcessors() > 0);
    }

    private static OptionalDouble utilization(ConfigurationRuns configuration) {
        int processors = processors(configuration);
        return configuration.mean(measured -> measured.bankProcessors() / processors,
                measured -> measured.bankProcessors() > 0);
    }

    // How many the bank was given, from words such as 0,2-3; all of the machine when it was not pinned; 0 if unknown.
    private static int processors(ConfigurationRuns configuration) {
        Disclosure disclosure = configuration.configuration() == null ? null
                : configuration.configuration().disclosure();
        if (disclosure == null) {
            return 0;
        }
        String placement = RunFigures.orEmpty(disclosure.placement()).get("bank");
        if (placement == null || placement.isBlank()) {
            return disclosure.cpu() == null ? 0 : disclosure.cpu().processors();
        }
        if (!placement.matches("\\d{1,4}(-\\d{1,4})?(,\\d{1,4}(-\\d{1,4})?)*")) {
            return 0;
        }
        return Stream.of(placement.split(",")).mapToInt(range -> {
            String[] ends = range.split("-");
            return (int) IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                    .count();
        }).sum();
    }
}

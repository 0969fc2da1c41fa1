package org.eejs.report.experiment;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunFigures;
import org.eejs.report.text.Tested;
import org.eejs.result.Result.Disclosure;

/** Two configurations side by side: how fast, how good, how busy. */
final class PairTable {
    private PairTable() {}

    /** A figure of a configuration; the longest bar is so long, or as long as the longest figure where that is 0. */
    private record Row(String name, Function<ConfigurationRuns, OptionalDouble> figure, DoubleFunction<String> words,
            double full) {
        Cell bar(ConfigurationRuns of, List<ConfigurationRuns> both) {
            double longest = full > 0 ? full
                    : both.stream().mapToDouble(each -> figure.apply(each).orElse(0)).max().orElse(0);
            return Cell.bar(longest == 0 ? 0
                    : Math.round(Math.min(100, 100 * figure.apply(of).orElse(0) / longest) * 10) / 10.0, null);
        }
    }

    /** Empty unless there are exactly two configurations, and one of them has valid runs. */
    static Section section(ExperimentReport experiment) {
        Section section = Section.of("Side by side").in(Where.FILES);
        List<ConfigurationRuns> both = experiment.configurations();
        if (both.size() != 2 || both.stream().allMatch(each -> each.valid().isEmpty())) {
            return section;
        }
        ConfigurationRuns left = both.get(both.get(1).name().equals(experiment.baseline()) ? 1 : 0);
        ConfigurationRuns right = both.get(left == both.get(0) ? 1 : 0);
        return section.with(Block.table(Table.of(List.of(Column.words("Mean over valid runs", Row::name),
                figure(left), Column.<Row>of("", Kind.BAR, row -> row.bar(left, both)).in(Where.PAGE),
                figure(right), Column.<Row>of("", Kind.BAR, row -> row.bar(right, both)).in(Where.PAGE)),
                rows(both, experiment.tested())).styled("pair")));
    }

    private static Column<Row> figure(ConfigurationRuns of) {
        return Column.figure(of.name(), row -> RelativeTables.words(row.figure().apply(of), row.words()));
    }

    private static List<Row> rows(List<ConfigurationRuns> both, Tested tested) {
        boolean shares = both.stream().allMatch(each -> processors(each) > 0);
        return List.of(
                new Row("Mean response time", each -> each.mean(measured -> measured.responseTime().mean(),
                        measured -> measured.responseTime().count() > 0), Format::time, 0),
                new Row("Good", each -> each.mean(measured -> measured.quality().good()), Format::reached, 1),
                new Row("Tolerable, good included", each -> each.mean(measured -> measured.quality().tolerable()),
                        Format::reached, 1),
                new Row("Failed", each -> each.mean(measured -> measured.quality().failed()), Format::percent, 1),
                shares ? new Row(tested.words("CPU utilization of the bank"), PairTable::utilization, Format::percent,
                        1)
                        : new Row(tested.words("Processors in use by the bank"), PairTable::inUse, Format::figure, 0));
    }

    private static OptionalDouble inUse(ConfigurationRuns configuration) {
        return configuration.mean(RunFigures::bankProcessors, RunFigures::hasBankCpu);
    }

    private static OptionalDouble utilization(ConfigurationRuns configuration) {
        int processors = processors(configuration);
        return configuration.mean(measured -> measured.bankProcessors() / processors, RunFigures::hasBankCpu);
    }

    // How many the bank was given, from words such as 0,2-3; all of the machine when it was not pinned; 0 if unknown.
    private static int processors(ConfigurationRuns configuration) {
        Disclosure disclosure = configuration.configuration() == null ? null
                : configuration.configuration().disclosure();
        if (disclosure == null) {
            return 0;
        }
        String placement = disclosure.placement().get("bank");
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

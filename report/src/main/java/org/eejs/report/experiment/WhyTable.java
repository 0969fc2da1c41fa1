package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.TableCell;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Format;
import org.eejs.report.text.Tested;
import org.eejs.result.BankFigures;
import org.eejs.result.CpuGroup;
import org.eejs.result.CpuProfile;
import org.eejs.result.Result.Comparison;

/** The causes of different cost: a page's CPU by purpose, and the differences from the baseline. */
public final class WhyTable {
    /** Groups below this part of the whole difference are not mentioned in a sentence. */
    private static final double WORTH_NAMING = 0.1;
    /** Changes of a group below this part of a page's CPU are within the noise of its samples. */
    private static final double WORTH_EXPLAINING = 0.02;
    /** The smallest difference that milliseconds show. */
    private static final double SHOWN = 0.005;
    /** The figures that are sums of the groups. */
    private static final Set<String> COSTS = Set.of(BankFigures.APP_CPU.id(), BankFigures.CPU.id());

    private final List<ConfigurationRuns> configurations;
    private final ConfigurationRuns baseline;

    /**
     * Creates a table of the configurations whose CPU is known.
     *
     * @param name the baseline
     */
    public WhyTable(List<ConfigurationRuns> all, String name) {
        configurations = all.stream().filter(each -> !profiles(each).isEmpty()).toList();
        baseline = configurations.stream().filter(each -> each.name().equals(name)).findFirst().orElse(null);
    }

    static Section section(ExperimentReport experiment) {
        WhyTable table = new WhyTable(experiment.configurations(), experiment.baseline());
        return Section.of("CPU by purpose", table.table(), Block.note(table.isEmpty() ? ""
                : table.tested().words("CPU of the bank in ms per page, and the difference from ")
                        + table.baseline.name() + ", as means over the runs. The totals were timed; stack samples "
                        + "taken afterwards determine the parts. See the report of each run.", Where.FILES));
    }

    /** Returns whether there is nothing to compare. */
    public boolean isEmpty() {
        return baseline == null || configurations.size() < 2;
    }

    /** Returns the subject of the configurations. */
    public Tested tested() {
        return Tested.of(configurations.stream().flatMap(each -> each.runs().stream()).toList());
    }

    private static List<CpuProfile> profiles(ConfigurationRuns runs) {
        return runs.valid().stream().map(run -> run.evidence().profile())
                .filter(CpuProfile::isKnown).filter(profile -> !profile.profile().biased()).toList();
    }

    private static double millis(ConfigurationRuns runs, CpuGroup group) {
        return profiles(runs).stream().mapToDouble(group::millis).average().orElse(0);
    }

    private double difference(ConfigurationRuns runs, CpuGroup group) {
        return millis(runs, group) - millis(baseline, group);
    }

    /**
     * Returns the parts of a significant difference, such as "C costs 5.43 ms more CPU per page: users’ TLS
     * +4.91 ms."
     */
    Optional<String> sentence(Comparison comparison) {
        return configurations.stream().filter(each -> !isEmpty() && COSTS.contains(comparison.figure())
                && ComparisonFinding.isDecided(comparison) && each.name().equals(comparison.name()))
                .findFirst().flatMap(each -> sentence(each, comparison));
    }

    private Optional<String> sentence(ConfigurationRuns runs, Comparison comparison) {
        boolean compiling = comparison.figure().equals(BankFigures.CPU.id());
        List<CpuGroup> groups = Stream.of(CpuGroup.values()).filter(group -> compiling || group != CpuGroup.JIT)
                .toList();
        double whole = groups.stream().mapToDouble(group -> difference(runs, group)).sum();
        List<CpuGroup> large = groups.stream()
                .filter(group -> Math.abs(difference(runs, group)) > WORTH_NAMING * Math.abs(whole))
                .sorted(Comparator.comparing(group -> -Math.abs(difference(runs, group)))).toList();
        double others = whole - large.stream().mapToDouble(group -> difference(runs, group)).sum();
        String named = Stream.concat(large.stream().map(group -> tested().words(group.words()) + " "
                + Format.moreMillis(difference(runs, group))), Stream.of(others).filter(rest -> Math.abs(rest) >= SHOWN)
                .map(rest -> "others " + Format.moreMillis(rest))).collect(Collectors.joining(", "));
        // If the machine's speed differs, a page can take less time and yet cost more.
        return whole > 0 != comparison.ratio() > 1 ? Optional.empty()
                : Optional.of(tested().words("%s costs %s ms %s CPU per page: %s.").formatted(runs.name(),
                        Format.millis(Math.abs(whole)), whole > 0 ? "more" : "less", named));
    }

    /**
     * Returns the groups whose CPU differs by more than a small part of a page's from the baseline, in milliseconds per
     * page.
     */
    Map<CpuGroup, Double> changes(String name) {
        Map<CpuGroup, Double> changes = new EnumMap<>(CpuGroup.class);
        configurations.stream().filter(each -> !isEmpty() && each.name().equals(name)).findFirst()
                .ifPresent(each -> Stream.of(CpuGroup.values()).filter(group -> group != CpuGroup.JIT
                        && Math.abs(difference(each, group)) > WORTH_EXPLAINING * Stream.of(CpuGroup.values())
                                .filter(other -> other != CpuGroup.JIT)
                                .mapToDouble(other -> millis(baseline, other)).sum())
                        .forEach(group -> changes.put(group, difference(each, group))));
        return changes;
    }

    /** Returns milliseconds per configuration, and the differences from the baseline, with their sums. */
    public Block table() {
        List<CpuGroup> groups = isEmpty() ? List.of() : Stream.of(CpuGroup.values())
                .filter(group -> configurations.stream().anyMatch(each -> millis(each, group) > 0)).toList();
        List<Column<CpuGroup>> columns = new ArrayList<>(List.of(Column.words(
                tested().words("CPU of the bank for"), group -> tested().words(group.words()))));
        List<TableCell> total = new ArrayList<>(List.of(TableCell.of("Total")));
        for (ConfigurationRuns each : configurations) {
            columns.add(Column.of(each.name(), Kind.FIGURE, group -> cell(each, List.of(group))));
            total.add(cell(each, groups));
        }
        Table table = Table.of(columns, groups);
        return new Block.Figures(groups.isEmpty() ? table : table.totalled(total), Where.FILES);
    }

    private TableCell cell(ConfigurationRuns runs, List<CpuGroup> groups) {
        TableCell cell = TableCell.of(Format.millis(groups.stream().mapToDouble(group -> millis(runs, group)).sum()));
        return runs == baseline || baseline == null ? cell : cell.small(Format.moreMillis(groups.stream()
                .mapToDouble(group -> difference(runs, group)).sum()));
    }
}

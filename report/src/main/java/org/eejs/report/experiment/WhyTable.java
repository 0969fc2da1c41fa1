package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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

/** Why configurations cost more or less: a page's CPU by what it was used for, and how that differs. */
public final class WhyTable {
    /** Below such a part of the whole difference a group is not named in a sentence. */
    private static final double WORTH_NAMING = 0.1;
    /** Whose difference the groups sum to. */
    private static final Set<String> COSTS = Set.of(BankFigures.APP_CPU.id(), BankFigures.CPU.id());

    private final List<ConfigurationRuns> configurations;
    private final ConfigurationRuns baseline;

    /**
     * Of those configurations whose CPU is known.
     *
     * @param name the one that others are compared with
     */
    public WhyTable(List<ConfigurationRuns> all, String name) {
        configurations = all.stream().filter(each -> !profiles(each).isEmpty()).toList();
        baseline = configurations.stream().filter(each -> each.name().equals(name)).findFirst().orElse(null);
    }

    static Section section(ExperimentReport experiment) {
        WhyTable table = new WhyTable(experiment.configurations(), experiment.baseline());
        return Section.of("Where the CPU went", table.table(), Block.note(table.isEmpty() ? ""
                : table.tested().words("CPU of the bank for a page in milliseconds, and the difference from ")
                        + table.baseline.name() + ", means over the runs. What was timed is shared out by stacks that "
                        + "were sampled after it; each run’s report has more.", Where.FILES));
    }

    /** Returns whether there is nothing to compare. */
    public boolean isEmpty() {
        return baseline == null || configurations.size() < 2;
    }

    /** Returns what the configurations run. */
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
     * Returns where a difference that was decided comes from, such as "C costs 5.43 ms more CPU a page: users’ TLS
     * +4.91."
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
        String named = groups.stream()
                .filter(group -> Math.abs(difference(runs, group)) > WORTH_NAMING * Math.abs(whole))
                .sorted(Comparator.comparing(group -> -Math.abs(difference(runs, group))))
                .map(group -> tested().words(group.words()) + " " + Format.moreMillis(difference(runs, group)))
                .collect(Collectors.joining(", "));
        // At another speed of the machine a page can take less and yet cost more.
        return whole > 0 != comparison.ratio() > 1 ? Optional.empty()
                : Optional.of(tested().words("%s costs %s ms %s CPU a page: %s.").formatted(runs.name(),
                        Format.millis(Math.abs(whole)), whole > 0 ? "more" : "less", named));
    }

    /** Returns milliseconds of each configuration, and how they differ from the baseline. */
    public Block table() {
        List<Column<CpuGroup>> columns = new ArrayList<>(List.of(Column.words(
                tested().words("CPU of the bank for"), group -> tested().words(group.words()))));
        for (ConfigurationRuns each : configurations) {
            columns.add(Column.of(each.name(), Kind.FIGURE, group -> {
                TableCell cell = TableCell.of(Format.millis(millis(each, group)));
                return each == baseline ? cell : cell.small(Format.moreMillis(difference(each, group)));
            }));
        }
        return new Block.Figures(Table.of(columns, isEmpty() ? List.of() : Stream.of(CpuGroup.values())
                .filter(group -> configurations.stream().anyMatch(each -> millis(each, group) > 0)).toList()),
                Where.FILES);
    }
}

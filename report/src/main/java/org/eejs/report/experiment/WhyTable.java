package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Format;
import org.eejs.result.CpuGroup;
import org.eejs.result.CpuProfile;
import org.eejs.result.Result;

/** Why configurations cost more or less: a page's CPU by what it was used for, and how that differs. */
final class WhyTable {
    /** Below such a part of the whole difference a group is not named in a sentence. */
    private static final double WORTH_NAMING = 0.1;
    private static final Set<String> DECIDED = Set.of("better", "worse");

    private final List<ConfigurationRuns> configurations;
    private final ConfigurationRuns baseline;
    private final ExperimentReport experiment;

    private WhyTable(ExperimentReport experiment) {
        this.experiment = experiment;
        configurations = experiment.configurations().stream().filter(each -> !profiles(each).isEmpty()).toList();
        baseline = configurations.stream().filter(each -> each.name().equals(experiment.baseline())).findFirst()
                .orElse(null);
    }

    static Section section(ExperimentReport experiment) {
        Section section = Section.of("Where the CPU went");
        WhyTable table = new WhyTable(experiment);
        return table.baseline == null ? section : section.with(
                new Block.Bullets("plain", table.sentences(), Where.EVERYWHERE), table.table(),
                Block.note("CPU of the bank for a page in milliseconds, and the difference from "
                        + table.baseline.name() + ", means over the runs. What was timed is shared out by stacks that "
                        + "were sampled after it; each run’s report has more.", Where.FILES));
    }

    private static List<CpuProfile> profiles(ConfigurationRuns runs) {
        return runs.valid().stream().map(run -> run.banking().cpuProfile()).filter(CpuProfile::isKnown)
                .filter(profile -> !profile.profile().biased()).toList();
    }

    private static double millis(ConfigurationRuns runs, CpuGroup group) {
        return profiles(runs).stream().mapToDouble(group::millis).average().orElse(0);
    }

    private double difference(ConfigurationRuns runs, CpuGroup group) {
        return millis(runs, group) - millis(baseline, group);
    }

    /** Of those that differ, and of the application's CPU: what compiling cost is in the table. */
    private List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        for (ConfigurationRuns each : configurations) {
            List<CpuGroup> groups = Stream.of(CpuGroup.values()).filter(group -> group != CpuGroup.JIT).toList();
            double whole = groups.stream().mapToDouble(group -> difference(each, group)).sum();
            String named = groups.stream()
                    .filter(group -> Math.abs(difference(each, group)) > WORTH_NAMING * Math.abs(whole))
                    .sorted(Comparator.comparing(group -> -Math.abs(difference(each, group))))
                    .map(group -> group.words() + " " + Format.moreMillis(difference(each, group)))
                    .collect(Collectors.joining(", "));
            if (differs(each) && !named.isEmpty()) {
                sentences.add("%s: %s ms of application CPU a page. Of it: %s.".formatted(each.name(),
                        Format.moreMillis(whole), named));
            }
        }
        return sentences;
    }

    private boolean differs(ConfigurationRuns runs) {
        Result.Comparison comparison = experiment.comparison(experiment.metric(), runs.name());
        return comparison != null && DECIDED.contains(comparison.verdict());
    }

    private Block table() {
        List<Column<CpuGroup>> columns = new ArrayList<>(List.of(Column.words("CPU of the bank for", CpuGroup::words)));
        for (ConfigurationRuns each : configurations) {
            columns.add(Column.of(each.name(), Kind.FIGURE, group -> {
                Cell cell = Cell.of(Format.millis(millis(each, group)));
                return each == baseline ? cell : cell.small(Format.moreMillis(difference(each, group)));
            }));
        }
        return new Block.Figures(Table.of(columns, Stream.of(CpuGroup.values())
                .filter(group -> configurations.stream().anyMatch(each -> millis(each, group) > 0)).toList()),
                Where.FILES);
    }
}

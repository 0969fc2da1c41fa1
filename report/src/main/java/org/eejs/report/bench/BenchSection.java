package org.eejs.report.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunFigures;
import org.eejs.result.Bench;
import org.eejs.result.Bench.Settings;

/**
 * All that a report says about what primitives cost.
 *
 * @param id tells the sections of a report apart
 * @param columns the providers of all groups, in one order, which gives each its colour
 * @param procedure how it was measured, as sentences
 */
public record BenchSection(String id, Finding finding, BenchWarnings warnings, List<String> procedure, List<String> columns,
        List<Group> groups, CheckTable checks, OverheadTable overhead) {
    /**
     * What was measured together.
     *
     * @param id of its section
     * @param tables one for each JDK, the newest first
     * @param sizes panels of the first operation, which tells most
     * @param moreSizes panels of the others
     * @param jdks what changed between JDKs; null when there is one only
     */
    public record Group(String id, BenchScores scores, List<BestTable> tables, List<Chart> sizes, List<Chart> moreSizes,
            List<Chart> threads, List<Chart> moreThreads, IntrinsicsTable intrinsics, JdkTable jdks,
            ScoreTable all) {
        public String title() {
            return scores.group().title() == null ? scores.group().name() : scores.group().title();
        }

        /** The unit of the tables of who is best. */
        public String unit() {
            return scores.group().sized() ? "MB/s" : "operations/s";
        }

        List<BenchPanel> panels() {
            return Stream.of(sizes, moreSizes, threads, moreThreads).flatMap(List::stream).map(Chart::panel).toList();
        }
    }

    /** A panel and its number in the section. */
    public record Chart(int index, BenchPanel panel) {}

    public static BenchSection of(String id, Bench bench) {
        List<BenchScores> scores = BenchScores.of(bench);
        List<Group> groups = new ArrayList<>();
        int panels = 0;
        for (BenchScores each : scores) {
            Group group = group(id + "-group-" + (groups.size() + 1), each, panels);
            panels += group.panels().size();
            groups.add(group);
        }
        OverheadTable overhead = OverheadTable.of(bench);
        BenchWarnings warnings = BenchWarnings.of(bench, overhead);
        return new BenchSection(id, BenchFinding.of(scores, warnings), warnings, procedure(bench),
                scores.stream().flatMap(each -> each.columns().stream()).distinct().toList(), List.copyOf(groups),
                CheckTable.of(bench), overhead);
    }

    /** All panels in the order of their numbers. */
    List<BenchPanel> panels() {
        return groups.stream().flatMap(group -> group.panels().stream()).toList();
    }

    private static Group group(String id, BenchScores scores, int firstPanel) {
        String first = scores.subjects().isEmpty() ? null : scores.subjects().get(0).operation();
        List<List<BenchPanel>> lists = new ArrayList<>();
        for (List<BenchPanel> panels : List.of(BenchPanel.sizes(scores), BenchPanel.threads(scores))) {
            lists.add(panels.stream().filter(panel -> Objects.equals(panel.operation(), first)).toList());
            lists.add(panels.stream().filter(panel -> !Objects.equals(panel.operation(), first)).toList());
        }
        List<List<Chart>> charts = new ArrayList<>();
        int index = firstPanel;
        for (List<BenchPanel> panels : lists) {
            List<Chart> numbered = new ArrayList<>();
            for (BenchPanel panel : panels) {
                numbered.add(new Chart(index++, panel));
            }
            charts.add(List.copyOf(numbered));
        }
        return new Group(id, scores, scores.jdks().stream().map(jdk -> BestTable.of(scores, jdk))
                .filter(table -> !table.rows().isEmpty()).toList(), charts.get(0), charts.get(1), charts.get(2),
                charts.get(3), IntrinsicsTable.of(scores), JdkTable.of(scores), ScoreTable.of(scores));
    }

    private static List<String> procedure(Bench bench) {
        Settings settings = bench.settings();
        if (settings == null) {
            return List.of();
        }
        List<String> sentences = new ArrayList<>();
        sentences.add("%s: each figure is the mean of %s, each with at least %s of %s for warm-up and %s of %s that count."
                .formatted(settings.quick() ? "A first look" : "The thorough way", count(settings.forks(), "JVM"),
                        count(settings.warmupIterations(), "iteration"), seconds(settings.warmupMs()),
                        count(settings.measurementIterations(), "iteration"), seconds(settings.measurementMs())));
        List<Integer> threads = RunFigures.orEmpty(settings.threads());
        if (!threads.isEmpty()) {
            sentences.add("Threads: %s.".formatted(threads.stream().map(String::valueOf)
                    .collect(Collectors.joining(", "))));
        }
        List<String> providers = RunFigures.orEmpty(settings.providers());
        sentences.add(providers.isEmpty() ? "All providers that were found took part."
                : "Providers that were asked for: %s.".formatted(providers.stream().map(BenchProviders::name)
                        .collect(Collectors.joining(", "))));
        return List.copyOf(sentences);
    }

    private static String seconds(long ms) {
        return Format.whole(Duration.ofMillis(ms));
    }

    private static String count(int count, String one) {
        return Format.count(count) + " " + one + (count == 1 ? "" : "s");
    }
}

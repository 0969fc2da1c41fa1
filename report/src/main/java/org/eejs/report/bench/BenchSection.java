package org.eejs.report.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.eejs.report.page.Block;
import org.eejs.report.page.Chapter;
import org.eejs.report.page.Section;
import org.eejs.report.table.Where;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.text.Sentence;
import org.eejs.result.Bench.Settings;
import org.eejs.result.Result;

/**
 * The report of a result of primitives.
 *
 * @param id distinguishes the sections of a report
 */
public record BenchSection(String id, Result result, Finding finding, BenchWarnings warnings, List<BenchGroup> groups)
        implements Chapter {
    public static BenchSection of(String id, Result result) {
        List<BenchScores> scores = BenchScores.of(result);
        BenchWarnings warnings = BenchWarnings.of(result.bench(), scores, OverheadTable.of(result.bench(), scores));
        List<BenchGroup> groups = new ArrayList<>();
        for (BenchScores each : scores) {
            int charts = groups.stream().mapToInt(group -> group.panels().size()).sum();
            groups.add(BenchGroup.of(id, groups.size() + 1, each, charts));
        }
        return new BenchSection(id, result, BenchFinding.of(result, scores, warnings), warnings, List.copyOf(groups));
    }

    /** Returns the providers of all groups in one order, which determines their colours. */
    List<String> columns() {
        return groups.stream().flatMap(group -> group.scores().columns().stream()).distinct().toList();
    }

    /** Returns all panels in the order of their numbers. */
    List<BenchPanel> panels() {
        return groups.stream().flatMap(group -> group.panels().stream()).toList();
    }

    @Override
    public List<String> alarms() {
        return warnings.alarms();
    }

    @Override
    public List<String> cautions() {
        return warnings.cautions();
    }

    @Override
    public List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        groups.forEach(group -> {
            sections.addAll(group.sections());
            sections.addAll(RatioTable.sections(result, group.scores().group().name(), group.title()));
        });
        String outcome = RatioTable.outcome(result);
        if (!outcome.isEmpty()) {
            sections.add(Section.of("Requirements", Block.paragraph(Block.Style.TEXT, outcome, Where.EVERYWHERE)));
        }
        sections.add(CheckTables.section(result.bench()).identified(id + "-checks"));
        sections.add(OverheadTable.section(result.bench(), OverheadTable.of(result.bench(),
                groups.stream().map(BenchGroup::scores).toList())).identified(id + "-trust"));
        return List.copyOf(sections);
    }

    @Override
    public List<String> procedure() {
        Settings settings = result.bench().settings();
        if (settings == null) {
            return List.of();
        }
        List<String> sentences = new ArrayList<>();
        sentences.add(("%s: each figure is the mean of %s, each with at least %s of %s for warm-up and %s of %s "
                + "measured.").formatted(settings.quick() ? "Quick look" : "Full measurement",
                        Sentence.count(settings.forks(), "JVM"),
                        Sentence.count(settings.warmupIterations(), "iteration"), seconds(settings.warmupMs()),
                        Sentence.count(settings.measurementIterations(), "iteration"),
                        seconds(settings.measurementMs())));
        List<Integer> threads = settings.threads();
        if (!threads.isEmpty()) {
            sentences.add("Threads: %s.".formatted(threads.stream().map(String::valueOf)
                    .collect(Collectors.joining(", "))));
        }
        List<String> providers = settings.providers();
        sentences.add(providers.isEmpty() ? "Providers: all that were found."
                : "Requested providers: %s.".formatted(providers.stream().map(BenchProviders::name)
                        .collect(Collectors.joining(", "))));
        return List.copyOf(sentences);
    }

    private static String seconds(long ms) {
        return Format.whole(Duration.ofMillis(ms));
    }
}

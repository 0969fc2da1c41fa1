package org.eejs.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eejs.lab.statistics.CellRounds;
import org.eejs.report.bench.BenchSection;
import org.eejs.report.experiment.Circumstances;
import org.eejs.report.experiment.ExperimentReport;
import org.eejs.report.experiment.ExperimentSection;
import org.eejs.report.experiment.GateSection;
import org.eejs.report.experiment.ReproductionSection;
import org.eejs.report.experiment.TuningSection;
import org.eejs.report.page.Chapter;
import org.eejs.report.page.Section;
import org.eejs.report.remotekeys.RemoteKeySection;
import org.eejs.report.run.DiagnosisSection;
import org.eejs.report.run.Primitives;
import org.eejs.report.run.RunSection;
import org.eejs.report.text.Finding;
import org.eejs.result.Observation;
import org.eejs.result.Result;

/**
 * The report of one result.
 *
 * @param origin the command and its start time, as text
 * @param started the start time, as text; null if it was not recorded
 * @param footer the origin with the schema of the result
 * @param letters the letters of its configurations among other results; empty unless it is an experiment
 * @param chapters one of the result, or one of each of its runs
 * @param circumstances how it was measured
 */
public record ResultSection(String origin, String started, String footer, List<String> letters,
        List<Chapter> chapters, Section circumstances) {
    /** A result without content. */
    private record Nothing(String id) implements Chapter {
        @Override
        public Finding finding() {
            return new Finding("open", "?", "No runs", List.of("The result contains no runs."),
                    List.of());
        }

        @Override
        public List<Section> sections() {
            return List.of();
        }
    }

    /** Returns the sections of results. Their runs have consecutive letters. */
    static List<ResultSection> of(List<Result> results) {
        List<ResultSection> sections = new ArrayList<>();
        Primitives primitives = new Primitives(results.stream().filter(result -> result.bench() != null)
                .flatMap(result -> CellRounds.of(result.observations()).stream()).toList());
        Map<Result, String> names = RunNames.of(results);
        int letters = 0;
        for (Result result : results) {
            Chapter chapter = chapter(result, sections.size() + 1);
            List<Chapter> chapters = chapter != null ? List.of(chapter)
                    : runs(result, names.get(result), letters, primitives);
            ResultSection section = of(result, chapters, letters);
            letters += section.runs().size() + section.letters().size();
            sections.add(section);
        }
        return List.copyOf(sections);
    }

    private static ResultSection of(Result result, List<Chapter> chapters, int firstLetter) {
        Circumstances circumstances = Circumstances.of(result);
        List<String> letters = List.of();
        Chapter first = chapters.get(0);
        if (first instanceof ExperimentSection experiment) {
            letters = IntStream.range(0, experiment.experiment().names().size())
                    .mapToObj(place -> letter(firstLetter + place)).toList();
            circumstances = circumstances.without(experiment.differences());
        }
        String started = started(result.startedAt());
        return new ResultSection(joined("EEJS", result.command(), started), started,
                joined(Result.SCHEMA, result.version() == null ? null : "EEJS " + result.version(), result.command(),
                        started), letters, chapters,
                circumstances.section(first instanceof RunSection || first instanceof Nothing));
    }

    private static List<Chapter> runs(Result result, String name, int firstLetter, Primitives primitives) {
        List<Chapter> runs = new ArrayList<>();
        for (Observation run : result.observations()) {
            boolean repeated = result.observations().stream()
                    .filter(other -> Objects.equals(other.configuration(), run.configuration())).count() > 1;
            runs.add(RunSection.of(letter(firstLetter + runs.size()), run, name, result.disclosure(), repeated,
                    primitives));
        }
        return runs.isEmpty() ? List.of(new Nothing("nothing-" + (firstLetter + 1))) : runs;
    }

    private static Chapter chapter(Result result, int number) {
        return result.bench() != null ? BenchSection.of("bench-" + number, result)
                : result.remoteKey() != null ? RemoteKeySection.of("remote-key-" + number, result)
                : result.reproduction() != null ? new ReproductionSection("reproduction-" + number,
                        result.reproduction())
                : result.diagnosis() != null ? new DiagnosisSection("doctor-" + number, result.diagnosis())
                : result.tuning() != null ? TuningSection.of("tune-" + number, result)
                : result.comparesBenches() ? GateSection.of("compare-" + number, result)
                : result.isExperiment() ? ExperimentSection.of("experiment-" + number, result) : null;
    }

    /** Returns its runs; empty if they are too many to show each of them. */
    public List<RunSection> runs() {
        return chapters.stream().filter(RunSection.class::isInstance).map(RunSection.class::cast).toList();
    }

    /** Returns its configurations with their runs; null if it is no experiment. */
    ExperimentReport experiment() {
        return chapters.get(0) instanceof ExperimentSection section ? section.experiment() : null;
    }

    /** Returns whether it contains runs of the bank or configurations, not primitives or keys. */
    boolean hasRuns() {
        return experiment() != null || chapters.get(0) instanceof RunSection || chapters.get(0) instanceof Nothing;
    }

    // A to Z, then AA, AB, … as spreadsheets do.
    static String letter(int index) {
        String last = String.valueOf((char) ('A' + index % 26));
        return index < 26 ? last : letter(index / 26 - 1) + last;
    }

    private static String joined(String... parts) {
        return Arrays.stream(parts).filter(Objects::nonNull).collect(Collectors.joining(" · "));
    }

    static String started(String startedAt) {
        // 2026-11-21T06:11:00.123Z becomes 2026-11-21 06:11:00 UTC; other formats stay as they are.
        return startedAt == null ? null : "started " + startedAt.replaceFirst(
                "^(\\d{4}-\\d\\d-\\d\\d)T(\\d\\d:\\d\\d(:\\d\\d)?)(\\.\\d+)?Z$", "$1 $2 UTC");
    }
}

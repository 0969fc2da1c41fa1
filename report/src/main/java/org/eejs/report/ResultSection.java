package org.eejs.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.eejs.report.bench.BenchSection;
import org.eejs.report.doctor.DiagnosisSection;
import org.eejs.report.experiment.Circumstances;
import org.eejs.report.experiment.ExperimentSection;
import org.eejs.report.experiment.GateSection;
import org.eejs.report.page.Chapter;
import org.eejs.report.remotekeys.RemoteKeySection;
import org.eejs.report.reproduction.ReproductionSection;
import org.eejs.report.run.Primitives;
import org.eejs.report.run.RunSection;
import org.eejs.report.xml.XmlSection;
import org.eejs.result.Result.Run;
import org.eejs.result.Bench;
import org.eejs.result.Diagnosis;
import org.eejs.result.Experiment;
import org.eejs.result.Experiment.BenchesCompared;
import org.eejs.result.Measured;
import org.eejs.result.RemoteKeys;
import org.eejs.result.Reproduction;
import org.eejs.result.Result;

/**
 * All that a report says about one result.
 *
 * @param origin the command and when it began, in words
 * @param started when it began, in words; null when that was not recorded
 * @param footer the same with the form of the result
 * @param runs its runs, unless they are too many to be shown one by one
 * @param letters what its configurations are called beside other results; empty unless it is an experiment
 * @param chapter what it says of all that is not a single run; null where it is of single runs
 */
public record ResultSection(String origin, String started, String footer, List<RunSection> runs, List<String> letters,
        Chapter chapter, Circumstances circumstances) {
    /** Sections of several results whose runs are lettered through. */
    static List<ResultSection> of(List<Result> results) {
        List<ResultSection> sections = new ArrayList<>();
        Primitives primitives = new Primitives(results.stream().map(Result::measured).filter(Bench.class::isInstance)
                .map(Bench.class::cast).toList());
        Map<Result, String> names = RunNames.of(results);
        int letters = 0;
        for (Result result : results) {
            ResultSection section = of(result, names.get(result), sections.size() + 1, letters, primitives);
            letters += section.runs().size() + section.letters().size();
            sections.add(section);
        }
        return List.copyOf(sections);
    }

    private static ResultSection of(Result result, String name, int number, int firstLetter, Primitives primitives) {
        Chapter chapter = chapter(result, number);
        List<RunSection> runs = new ArrayList<>();
        List<String> letters = new ArrayList<>();
        Circumstances circumstances = Circumstances.of(result);
        if (chapter instanceof ExperimentSection experiment) {
            experiment.experiment().names().forEach(each -> letters.add(letter(firstLetter + letters.size())));
            circumstances = circumstances.without(experiment.differences());
        } else if (chapter == null) {
            List<Run> recorded = result.runs();
            for (Run run : recorded) {
                boolean repeated = recorded.stream()
                        .filter(other -> Objects.equals(other.configuration(), run.configuration())).count() > 1;
                runs.add(RunSection.of(letter(firstLetter + runs.size()), run, name, result.disclosure(), repeated,
                        primitives));
            }
        }
        String started = started(result.startedAt());
        return new ResultSection(joined("EEJS", result.command(), started), started,
                joined(Result.SCHEMA, result.command(), started), List.copyOf(runs), List.copyOf(letters), chapter,
                circumstances);
    }

    private static Chapter chapter(Result result, int number) {
        Measured measured = result.measured();
        return measured instanceof Bench bench ? BenchSection.of("bench-" + number, bench)
                : measured instanceof RemoteKeys keys ? RemoteKeySection.of("remote-key-" + number, keys)
                : measured instanceof Reproduction again ? new ReproductionSection("reproduction-" + number, again)
                : measured instanceof Diagnosis diagnosis ? new DiagnosisSection("doctor-" + number, diagnosis)
                : measured instanceof BenchesCompared gate ? GateSection.of("compare-" + number, gate)
                : measured instanceof Experiment experiment ? ExperimentSection.of("experiment-" + number, experiment)
                : result.xml().map(xml -> XmlSection.of("xml-" + number, xml)).orElse(null);
    }

    /** Whether it is of runs of the bank or of configurations, and not of primitives, keys or XML. */
    public boolean hasRuns() {
        return chapter == null || isExperiment();
    }

    public boolean isExperiment() {
        return chapter instanceof ExperimentSection;
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
        // 2026-11-21T06:11:00.123Z reads better as 2026-11-21 06:11:00 UTC; anything else is shown as it is.
        return startedAt == null ? null : "started " + startedAt.replaceFirst(
                "^(\\d{4}-\\d\\d-\\d\\d)T(\\d\\d:\\d\\d(:\\d\\d)?)(\\.\\d+)?Z$", "$1 $2 UTC");
    }
}

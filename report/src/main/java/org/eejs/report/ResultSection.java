package org.eejs.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.eejs.report.bench.BenchSection;
import org.eejs.report.experiment.Circumstances;
import org.eejs.report.experiment.ComparisonTable;
import org.eejs.report.experiment.ExperimentReport;
import org.eejs.report.experiment.ExperimentSection;
import org.eejs.report.experiment.GateSection;
import org.eejs.report.remotekeys.RemoteKeySection;
import org.eejs.report.run.RunSection;
import org.eejs.report.xml.XmlSection;
import org.eejs.result.Bench;
import org.eejs.result.Experiment.BenchesCompared;
import org.eejs.result.Experiment;
import org.eejs.result.Measured;
import org.eejs.result.RemoteKeys;
import org.eejs.result.Result;
import org.eejs.result.Result.Run;

/**
 * All that a report says about one result.
 *
 * @param origin the command and when it began, in words
 * @param started when it began, in words; null when that was not recorded
 * @param footer the same with the form of the result
 * @param runs its runs, unless it is an experiment, whose runs are too many to be shown one by one
 * @param letters what its configurations are called beside other results; empty unless it is an experiment
 * @param experiment what it says about its configurations; null when it has none
 * @param bench what it says about primitives; null when it measured none
 * @param remoteKey what it says about keys that live elsewhere; null when it measured none
 * @param xml what it says about XML transactions; null when it measured none
 * @param gate what it says about two results of primitives; null when it compares none
 */
public record ResultSection(String origin, String started, String footer, List<RunSection> runs, List<String> letters,
        ExperimentSection experiment, BenchSection bench, RemoteKeySection remoteKey, XmlSection xml,
        GateSection gate, ComparisonTable comparisons, Circumstances circumstances) {
    /** Sections of several results whose runs are lettered through. */
    static List<ResultSection> of(List<Result> results) {
        List<ResultSection> sections = new ArrayList<>();
        int letter = 0;
        for (Result result : results) {
            String started = started(result.startedAt());
            String origin = joined("EEJS", result.command(), started);
            String footer = joined(Result.SCHEMA, result.command(), started);
            Circumstances circumstances = Circumstances.of(result);
            if (isOfPrimitives(result)) {
                sections.add(ofPrimitives(result, sections.size() + 1, origin, started, footer, circumstances));
                continue;
            }
            if (result.measured() instanceof Experiment measured) {
                ExperimentSection experiment = ExperimentSection.of("experiment-" + (sections.size() + 1), measured);
                List<String> letters = new ArrayList<>();
                for (int row = 0; row < experiment.experiment().configurations().size(); row++) {
                    letters.add(letter(letter++));
                }
                sections.add(new ResultSection(origin, started, footer, List.of(), List.copyOf(letters), experiment,
                        null, null, null, null, experiment.comparisons(), circumstances.without(experiment.differences())));
                continue;
            }
            List<Run> recorded = result.runs();
            List<RunSection> runs = new ArrayList<>();
            for (Run run : recorded) {
                boolean repeated = recorded.stream()
                        .filter(other -> Objects.equals(other.configuration(), run.configuration())).count() > 1;
                runs.add(RunSection.of(letter(letter++), run, result.disclosure(), repeated));
            }
            sections.add(new ResultSection(origin, started, footer, List.copyOf(runs), List.of(), null, null, null,
                    null, null, new ComparisonTable(List.of()), circumstances));
        }
        return List.copyOf(sections);
    }

    private static ResultSection ofPrimitives(Result result, int number, String origin, String started, String footer,
            Circumstances circumstances) {
        return new ResultSection(origin, started, footer, List.of(), List.of(), null,
                result.measured() instanceof Bench bench ? BenchSection.of("bench-" + number, bench) : null,
                result.measured() instanceof RemoteKeys keys ? RemoteKeySection.of("remote-key-" + number, keys) : null,
                result.xml().map(xml -> XmlSection.of("xml-" + number, xml)).orElse(null),
                result.measured() instanceof BenchesCompared gate ? GateSection.of("compare-" + number, gate) : null,
                new ComparisonTable(List.of()), circumstances);
    }

    /** Whether a result is about primitives, keys or XML, and not about runs. */
    static boolean isOfPrimitives(Result result) {
        return !(result.measured() instanceof Measured.Runs) && !ExperimentReport.isOne(result);
    }

    /** Whether it is about primitives, keys or XML, and not about runs. */
    public boolean isOfPrimitives() {
        return bench != null || remoteKey != null || xml != null || gate != null;
    }

    // A to Z, then AA, AB, … as spreadsheets do.
    private static String letter(int index) {
        String last = String.valueOf((char) ('A' + index % 26));
        return index < 26 ? last : letter(index / 26 - 1) + last;
    }

    private static String joined(String... parts) {
        return Arrays.stream(parts).filter(Objects::nonNull).collect(Collectors.joining(" · "));
    }

    private static String started(String startedAt) {
        // 2026-11-21T06:11:00.123Z reads better as 2026-11-21 06:11:00 UTC; anything else is shown as it is.
        return startedAt == null ? null : "started " + startedAt.replaceFirst(
                "^(\\d{4}-\\d\\d-\\d\\d)T(\\d\\d:\\d\\d(:\\d\\d)?)(\\.\\d+)?Z$", "$1 $2 UTC");
    }
}

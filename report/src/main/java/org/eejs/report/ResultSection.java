package org.eejs.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.eejs.lab.Result;
import org.eejs.lab.Result.Run;

/**
 * All that a report says about one result.
 *
 * @param origin the command and when it began, in words
 * @param started when it began, in words; null when that was not recorded
 * @param footer the same with the form of the result
 */
record ResultSection(String origin, String started, String footer, List<RunSection> runs, ComparisonTable comparisons,
        Circumstances circumstances) {
    /** Sections of several results whose runs are lettered through. */
    static List<ResultSection> of(List<Result> results) {
        List<ResultSection> sections = new ArrayList<>();
        int letter = 0;
        for (Result result : results) {
            List<Run> recorded = Measured.orEmpty(result.runs());
            List<RunSection> runs = new ArrayList<>();
            for (Run run : recorded) {
                boolean repeated = recorded.stream()
                        .filter(other -> Objects.equals(other.configuration(), run.configuration())).count() > 1;
                runs.add(RunSection.of(letter(letter++), run, result.disclosure(), repeated));
            }
            String started = started(result.startedAt());
            sections.add(new ResultSection(joined("EEJS", result.command(), started), started,
                    joined(result.schema(), result.command(), started), List.copyOf(runs),
                    ComparisonTable.of(result.comparisons()), Circumstances.of(result)));
        }
        return List.copyOf(sections);
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
